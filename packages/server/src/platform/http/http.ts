// The HTTP edge: binds declared routes to handlers. It alone knows the envelope, who may call,
// how often, and how a refusal, a bug and an outage look on the wire.
import type { Refusal } from '@halyard/contract/refusals';
import type {
  BodyOf,
  ParamsOf,
  QueryOf,
  RateClass,
  ReplyOf,
  Route,
  SessionKind,
} from '@halyard/contract/route';
import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import type { Server } from 'node:http';
import type { Rate } from './rate.ts';

/** Who calls, as proved by a session token of the route's kind. */
export type Caller = {
  readonly kind: SessionKind;
  /** Customer, affiliate or staff id. */
  readonly subjectId: number;
  readonly sessionId: string;
  readonly token: string;
};

/** Finds the session behind a token and counts the call as use unless it runs in the background. */
export type FindCaller = (token: string, isBackground: boolean) => Promise<Caller | undefined>;

export type Call<R extends Route> = {
  readonly body: BodyOf<R>;
  readonly query: QueryOf<R>;
  readonly params: ParamsOf<R>;
  readonly caller: R['access'] extends 'public' ? null : Caller;
  readonly ip: string;
  readonly userAgent: string;
  readonly requestId: string;
};

export type Answer<Data> =
  | { readonly kind: 'ok'; readonly data: Data }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

export type Handler<R extends Route> = (call: Call<R>) => Promise<Answer<ReplyOf<R>>>;

export type RouteBinding = { readonly route: Route; readonly handler: Handler<Route> };

/** Pairs a declared route with its handler, types checked. */
export function bind<const R extends Route>(route: R, handler: Handler<R>): RouteBinding {
  // The one place where the handler's own route type is forgotten; `createHttp` gives it back
  // by validating the input with the very schemas of this route.
  return { route, handler: handler as unknown as Handler<Route> };
}

export function ok<Data>(data: Data): Answer<Data> {
  return { kind: 'ok', data };
}

export function refused(refusal: Refusal): { readonly kind: 'refused'; readonly refusal: Refusal } {
  return { kind: 'refused', refusal };
}

export type HttpOptions = {
  /** Every route of the program; one that is declared twice or without access stops the start. */
  readonly routes: readonly RouteBinding[];
  readonly findCaller: FindCaller;
  readonly publicUrl: string | undefined;
  readonly host: string;
  readonly trustProxy: readonly string[];
  readonly rates: Readonly<Record<RateClass, Rate>>;
  /** The built web app; without it only the API answers. */
  readonly webRoot: string | undefined;
  readonly clock: Clock;
  readonly log: Log;
};

export type Http = {
  /** For the live edge to attach to, before `listen`. */
  readonly server: Server;
  /** The address that answers, such as http://127.0.0.1:3000. */
  listen(address: { readonly host: string; readonly port: number }): Promise<string>;
  /** Takes no more connections, finishes what runs, closes. */
  close(): Promise<void>;
};

export declare function createHttp(options: HttpOptions): Promise<Http>;

// What a feature hands to the edge: a declared route and the function that answers it.
import type { Readable } from 'node:stream';
import type { Role } from '@halyard/contract/backoffice/roles';
import type { Refusal } from '@halyard/contract/refusals';
import type {
  BodyOf,
  FilePart,
  ParamsOf,
  QueryOf,
  ReplyOf,
  Route,
  SessionKind,
} from '@halyard/contract/route';

/** Who calls, as proved by a session token of the route's kind. */
export type Caller = {
  readonly kind: SessionKind;
  /** Customer, affiliate or staff id. */
  readonly subjectId: number;
  readonly sessionId: string;
  readonly token: string;
  /** By a member of staff who views what a customer sees: nothing may be changed. */
  readonly isViewer?: boolean;
  /** Of such a session: the member, as the audit log names them. */
  readonly openedBy?: string;
  /** Of staff alone. */
  readonly roles?: readonly Role[];
};

/** Finds the session behind a token and counts the call as use unless it runs in the background. */
export type FindCaller = (token: string, isBackground: boolean) => Promise<Caller | undefined>;

/** A file of a multipart form, measured and in memory. Nothing that its sender says of it is proved. */
export type UploadedFile = {
  readonly name: string;
  readonly mediaType: string;
  readonly content: Buffer;
};

export type Call<R extends Route> = {
  readonly body: BodyOf<R>;
  readonly query: QueryOf<R>;
  readonly params: ParamsOf<R>;
  readonly file: R extends { readonly file: FilePart } ? UploadedFile : undefined;
  readonly caller: R['access'] extends 'public' ? null : Caller;
  readonly ip: string;
  readonly userAgent: string;
  /** Where the browser found us: PUBLIC_URL, or the host that it asked for. */
  readonly origin: string;
  /** The header as it came. */
  readonly acceptLanguage: string;
  readonly requestId: string;
  /** Whether the request came with a proof of work, as a route with 'proof-required' takes it. */
  readonly hasWorked: boolean;
};

export type Answer<Data> =
  | { readonly kind: 'ok'; readonly data: Data; readonly isKept?: true }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** A file that goes to the browser as it is. */
export type Download = {
  /** One of the route's. */
  readonly mediaType: string;
  readonly fileName: string;
  readonly content: Buffer | Readable;
};

/** What a handler gives: a file where the route says so, else the data of the envelope. */
export type Given<R extends Route> = R extends { readonly download: object }
  ? Download
  : ReplyOf<R>;

export type Handler<R extends Route> = (call: Call<R>) => Promise<Answer<Given<R>>>;

export type RouteBinding = { readonly route: Route; readonly handler: Handler<Route> };

/** Pairs a declared route with its handler, types checked. */
export function bind<const R extends Route>(route: R, handler: Handler<R>): RouteBinding {
  return { route, handler };
}

export function ok<Data>(data: Data): Answer<Data> {
  return { kind: 'ok', data };
}

/**
 * For what many callers get alike: the same object is held against its schema and written as JSON
 * once, however often it is given again. It must never be changed, only replaced by another.
 */
export function okKept<Data extends object>(data: Data): Answer<Data> {
  return { kind: 'ok', data, isKept: true };
}

export function refused(refusal: Refusal): { readonly kind: 'refused'; readonly refusal: Refusal } {
  return { kind: 'refused', refusal };
}

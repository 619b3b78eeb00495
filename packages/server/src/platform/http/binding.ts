// What a feature provides: a declared route and the function that answers it.
import type { Readable } from 'node:stream';
import type { Role } from '@halyard/contract/backoffice/roles';
import type { Rejection } from '@halyard/contract/rejections';
import type {
  BodyOf,
  FilePart,
  ParamsOf,
  QueryOf,
  ReplyOf,
  Route,
  SessionKind,
} from '@halyard/contract/route';

/** The caller, as authenticated by a session token of the route's kind. */
export type Caller = {
  readonly kind: SessionKind;
  /** The id of the customer, affiliate or member of staff. */
  readonly subjectId: number;
  readonly sessionId: string;
  readonly token: string;
  /**
   * Whether a member of staff views the customer's account in this session, which is then
   * read-only.
   */
  readonly isViewer?: boolean;
  /** The member of staff of such a session, as in the audit log. */
  readonly openedBy?: string;
  /** The roles of the caller; only for staff. */
  readonly roles?: readonly Role[];
};

/** Finds the session of a token and counts the call as use unless it is background polling. */
export type FindCaller = (token: string, isBackground: boolean) => Promise<Caller | undefined>;

/**
 * A file of a multipart form, measured and in memory. The sender's claims about it are not
 * verified.
 */
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
  /** The origin that the browser used: PUBLIC_URL, or the requested host. */
  readonly origin: string;
  /** The Accept-Language header as received. */
  readonly acceptLanguage: string;
  readonly requestId: string;
  /** Whether the request came with a proof of work, as routes with 'proof-required' accept it. */
  readonly hasWorked: boolean;
};

export type Answer<Data> =
  | { readonly kind: 'ok'; readonly data: Data; readonly isKept?: true }
  | { readonly kind: 'refused'; readonly rejection: Rejection };

/** A file for the browser, sent unchanged. */
export type Download = {
  /** The media type of the file, one of the route's. */
  readonly mediaType: string;
  readonly fileName: string;
  readonly content: Buffer | Readable;
};

/** What a handler returns: a file if the route says so, otherwise the envelope's data. */
export type Given<R extends Route> = R extends { readonly download: object }
  ? Download
  : ReplyOf<R>;

export type Handler<R extends Route> = (call: Call<R>) => Promise<Answer<Given<R>>>;

export type RouteBinding = { readonly route: Route; readonly handler: Handler<Route> };

/** Pairs a declared route with its handler; the types of both are checked. */
export function bind<const R extends Route>(route: R, handler: Handler<R>): RouteBinding {
  return { route, handler };
}

export function ok<Data>(data: Data): Answer<Data> {
  return { kind: 'ok', data };
}

/**
 * Returns a reply that many callers share: the object is validated and serialised once, however
 * often it is returned. It must be replaced, never changed.
 */
export function okKept<Data extends object>(data: Data): Answer<Data> {
  return { kind: 'ok', data, isKept: true };
}

export function refused(rejection: Rejection): {
  readonly kind: 'refused';
  readonly rejection: Rejection;
} {
  return { kind: 'refused', rejection };
}

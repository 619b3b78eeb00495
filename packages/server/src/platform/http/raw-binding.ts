import type { Rejection } from '@halyard/contract/rejections';
import type { FastifyRequest } from 'fastify';

export const RAW_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

export type RawCall = {
  readonly method: string;
  /** The values of the path's `{name}` parts; `*` is the rest of the path. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly headers: FastifyRequest['headers'];
  readonly contentType: string;
  readonly body: Buffer;
  readonly ip: string;
  readonly requestId: string;
};

export type RawAnswer = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
};

/** The guards of routes with their own error format, and that format. */
export type RawEdge = {
  /** Checks a request before its body is read. Returns the rejection, if any. */
  readonly admit: (ip: string) => Rejection | undefined;
  readonly refuse: (rejection: Rejection, requestId: string) => RawAnswer;
};

/**
 * A route without envelope. No session is checked and any site can send visitors here, so the
 * handler must verify everything itself.
 */
export type RawBinding = {
  readonly methods: readonly (typeof RAW_METHODS)[number][];
  /** The route's path: `{name}` is a path parameter; `*` at the end is the rest. */
  readonly path: `/api/${string}` | `/developers${string}`;
  readonly bodyBytesMax: number;
  /**
   * The guards of the route. Absent: calls are limited per network for this route, and errors are
   * envelopes.
   */
  readonly edge?: RawEdge;
  readonly handler: (call: RawCall) => Promise<RawAnswer>;
};

// Handles one request of a declared route, from its token to its envelope:
//
// 1. too many calls from this network → too-many (before the body is read).
//
// 2. a foreign site requests a change → origin-refused (before the body is read).
//
// 3. several different tokens → invalid.
//
// 4. a required session is missing → session-ended; of another kind, or of staff without a
// permitted role → forbidden; of a viewer who requests a change → read-only.
//
// 5. the input does not fit the schemas → invalid (for a form with a file: steps 3 and 4 by its
// head, then the form is read, then again with it).
//
// 6. the handler answers or rejects.
//
// 7. the reply is reduced to the reply's schema; one that does not fit is a bug. A file is sent
// unchanged, and a repeated reply is sent as serialised before.
//
// Everything that the handler records carries the caller's address.
import { assert } from '@halyard/core/assertion';
import { isAllowed } from '@halyard/contract/backoffice/roles';
import { REJECTIONS, type Rejection } from '@halyard/contract/rejections';
import { isRead, WORK_HEADER, type Route } from '@halyard/contract/route';
import type { FastifyReply, FastifyRequest } from 'fastify';

import { withAuditOrigin } from '#platform/audit/audit.ts';
import type {
  Answer,
  Call,
  Caller,
  Download,
  FindCaller,
  RouteBinding,
  UploadedFile,
} from './binding.ts';
import { retryAfterSeconds, toEnvelope, toErrorEnvelope } from './envelope.ts';

import { readInput, toQueryRecord } from './input.ts';
import { readUpload } from './read-upload.ts';
import { noteCaller, noteRejection } from './security-log.ts';
import { findToken } from './token.ts';
import type { UploadSlots } from './upload-slots.ts';
import type { WorkProofs } from './work-proofs.ts';

const HEADER_LENGTH_MAX = 256;
const UPLOAD_RETRY_SECONDS = 1;

export type AnswerOptions = {
  readonly findCaller: FindCaller;
  readonly findIp: (request: FastifyRequest) => string;
  readonly publicUrl: string | undefined;
  readonly uploadSlots: UploadSlots;
  readonly workProofs: WorkProofs;
  /** Reduces replies to their schema; one function per route. */
  readonly cutReply: (data: unknown) => unknown;
  /** The serialised envelopes of repeated replies, per route. */
  readonly written: WeakMap<object, Buffer>;
};

type CallerFound =
  | { readonly kind: 'found'; readonly caller: Caller | null }
  | { readonly kind: 'refused'; readonly rejection: Rejection };

/** Runs steps 3 to 7. The error handler translates exceptions. */
export async function answer(
  binding: RouteBinding,
  request: FastifyRequest,
  options: AnswerOptions,
): Promise<Answered> {
  const { route } = binding;
  if (route.file === undefined) {
    return await answerBody(binding, request, { ...options, body: request.body, file: undefined });
  }
  // A caller who is known from the headers is rejected, or given an upload slot, before the body is
  // read.
  const { file, access } = route;
  const head = await findCallerOf(route, request, { findCaller: options.findCaller, body: {} });
  if (head.kind === 'refused') {
    const mayComeInForm = access !== 'public' && !hasHeadToken(request);
    if (!mayComeInForm) return head;
  }
  const subjectId = head.kind === 'found' ? head.caller?.subjectId : undefined;
  const release = options.uploadSlots.take(subjectId);
  if (release === undefined) {
    const facts = { retryAfterSeconds: UPLOAD_RETRY_SECONDS };
    return { kind: 'refused', rejection: { code: 'too-many', facts } };
  }
  try {
    const read = await readUpload(request, file);
    if (read.kind === 'refused') return read;
    return await answerBody(binding, request, { ...options, body: read.fields, file: read.file });
  } finally {
    release();
  }
}

/**
 * Returns why a caller, whose token can only be in the head, is rejected without reading the body.
 */
export async function refuseByHead(
  route: Route,
  request: FastifyRequest,
  { findCaller }: Pick<AnswerOptions, 'findCaller'>,
): Promise<Rejection | undefined> {
  const head = await findCallerOf(route, request, { findCaller, body: {} });
  return head.kind === 'refused' ? head.rejection : undefined;
}

type Body = { readonly body: unknown; readonly file: UploadedFile | undefined };

async function answerBody(
  binding: RouteBinding,
  request: FastifyRequest,
  options: AnswerOptions & Body,
): Promise<Answered> {
  const { route, handler } = binding;
  const query = queryOf(request);
  const found = await findCallerOf(route, request, options);
  if (found.kind === 'refused') return found;
  const read = readInput(route, { params: request.params, query, body: options.body });
  if (read.kind === 'refused') return read;
  const ip = options.findIp(request);
  const call = {
    ...read.input,
    file: options.file,
    caller: found.caller,
    ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, HEADER_LENGTH_MAX),
    acceptLanguage: (request.headers['accept-language'] ?? '').slice(0, HEADER_LENGTH_MAX),
    origin: options.publicUrl ?? originOf(request.headers.host),
    requestId: request.id,
    hasWorked: hasWorked(route, request, options.workProofs),
  };
  // The cast is safe: the route's own schemas have just validated the input.
  const answered = await withAuditOrigin(
    { ip, openedBy: found.caller?.openedBy },
    async () => await handler(call as Call<Route>),
  );
  if (answered.kind === 'refused') return withChallenge(route, answered, options.workProofs);
  if (route.download !== undefined) return toFile(route.download, answered);
  const status = route.status ?? 200;
  if (answered.isKept === true) {
    return { kind: 'written', status, json: writeOnce(answered.data, options) };
  }
  return { kind: 'done', status, data: options.cutReply(answered.data) };
}

/** Checks the proof of work. It is used up by its request, whether it was needed or not. */
function hasWorked(route: Route, { headers }: FastifyRequest, workProofs: WorkProofs): boolean {
  const proof = headers[WORK_HEADER];
  if (typeof proof !== 'string' || !route.rejections.includes('proof-required')) return false;
  return workProofs.redeem(workName(route), proof);
}

/**
 * Adds a challenge to a rejection that requires a proof of work. A handler only states how much
 * work.
 */
function withChallenge(
  route: Route,
  answered: Extract<Answered, { readonly kind: 'refused' }>,
  workProofs: WorkProofs,
): Answered {
  const { code, facts } = answered.rejection;
  if (code !== 'proof-required') return answered;
  const bits = Number(facts?.['bits']);
  const challenge = workProofs.issue(workName(route), bits);
  return { kind: 'refused', rejection: { code, facts: { bits, challenge } } };
}

function workName({ method, path }: Route): string {
  return `${method} ${path}`;
}

function writeOnce(
  data: unknown,
  { cutReply, written }: Pick<AnswerOptions, 'cutReply' | 'written'>,
): Buffer {
  assert(typeof data === 'object' && data !== null, 'what is kept is an object');
  const known = written.get(data);
  if (known !== undefined) return known;
  const json = Buffer.from(JSON.stringify(toEnvelope(cutReply(data))));
  written.set(data, json);
  return json;
}

export type Answered =
  | { readonly kind: 'done'; readonly status: number; readonly data: unknown }
  | { readonly kind: 'written'; readonly status: number; readonly json: Buffer }
  | { readonly kind: 'file'; readonly file: Download }
  | { readonly kind: 'refused'; readonly rejection: Rejection };

/** Sends a rejection with its status and, if it can be retried, when. */
export function refuse(reply: FastifyReply, rejection: Rejection): FastifyReply {
  noteRejection(reply.request, rejection);
  const seconds = retryAfterSeconds(rejection);
  if (seconds !== undefined) reply.header('retry-after', String(seconds));
  const { status } = REJECTIONS[rejection.code];
  return reply.code(status).send(toErrorEnvelope(rejection, reply.request.id));
}

export function originOf(host: string | undefined): string {
  const address = `http://${host ?? ''}`;
  return URL.canParse(address) ? new URL(address).origin : 'http://localhost';
}

/**
 * Returns the query. The query string parser of `createHttp` returns URLSearchParams, so that
 * duplicates are visible.
 */
export function queryOf(request: FastifyRequest): URLSearchParams {
  return request.query instanceof URLSearchParams ? request.query : new URLSearchParams();
}

async function findCallerOf(
  route: Route,
  request: FastifyRequest,
  { findCaller, body }: { readonly findCaller: FindCaller; readonly body: unknown },
): Promise<CallerFound> {
  const { authorization } = request.headers;
  const token = findToken(
    route.access === 'staff'
      ? { authorization, body: {}, query: {}, params: {} }
      : { ...headPlaces(request), body },
  );
  if (token.kind === 'conflict') {
    const errors = { token: 'comes more than once, and differs' };
    return { kind: 'refused', rejection: { code: 'invalid', errors } };
  }
  if (route.access === 'public') return { kind: 'found', caller: null };
  if (token.kind === 'none') return { kind: 'refused', rejection: { code: 'session-ended' } };
  const caller = await findCaller(token.token, request.headers['x-background'] === '1');
  if (caller === undefined) return { kind: 'refused', rejection: { code: 'session-ended' } };
  noteCaller(request, caller);
  if (caller.kind !== route.access || !hasRole(route, caller)) {
    return { kind: 'refused', rejection: { code: 'forbidden' } };
  }
  if (caller.isViewer === true && !isRead(route)) {
    return { kind: 'refused', rejection: { code: 'read-only' } };
  }
  return { kind: 'found', caller };
}

/**
 * Returns whether the caller has a role of the route. A staff route without roles can't be called
 * and fails at the start.
 */
function hasRole({ access, roles }: Route, caller: Caller): boolean {
  if (access !== 'staff' || roles === 'any') return true;
  return roles !== undefined && isAllowed(caller.roles ?? [], roles);
}

function toFile(
  { mediaTypes }: NonNullable<Route['download']>,
  answered: Extract<Answer<unknown>, { readonly kind: 'ok' }>,
): Answered {
  // The cast is safe: the types of `bind` ensure that the handler of such a route returns a file.
  const file = answered.data as Download;
  assert(mediaTypes.includes(file.mediaType), `the file has a type that is not declared`);
  return { kind: 'file', file };
}

function hasHeadToken(request: FastifyRequest): boolean {
  return findToken({ ...headPlaces(request), body: {} }).kind !== 'none';
}

function headPlaces(request: FastifyRequest) {
  return {
    authorization: request.headers.authorization,
    query: toQueryRecord(queryOf(request)) ?? {},
    params: request.params,
  };
}

// Sends requests with the key and a timeout per attempt, and retries those that can't be executed
// twice.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, ConnectionError, type RequestOutcome } from './errors.ts';
import type { Problem } from './generated/types.ts';

export type Operation = {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly isIdempotent: boolean;
  readonly isRepeatable: boolean;
  readonly hasReply: boolean;
};

export type CallOptions = {
  /** The key for an operation with an `Idempotency-Key`; a new one if absent. */
  readonly idempotencyKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
};

export type Request = {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: object;
  readonly options: CallOptions;
};

export type FileReply = { readonly mediaType: string; readonly content: Uint8Array };

export type TransportOptions = {
  /** The broker's address, such as `https://broker.example`. */
  readonly url: string;
  readonly key: string;
  /** The timeout of each attempt. */
  readonly timeoutMs: number;
  /** The maximum number of attempts after the first one. */
  readonly retriesMax: number;
};

const API_PATH = '/api/v1';
const RETRY_FIRST_MS = 200;
const RETRY_LONGEST_MS = 5_000;
const RETRY_AFTER_LONGEST_MS = 60_000;
const TOO_MANY = 429;
const NOT_FOUND = 404;
/** Statuses after which the request may have been executed. */
const UNKNOWN_OUTCOMES: readonly number[] = [502, 503, 504];
const SECOND_MS = 1_000;

type Attempt =
  | { readonly kind: 'answer'; readonly response: Response }
  | { readonly kind: 'failure'; readonly error: unknown };

/** Returns the parsed reply; throws an ApiError or a ConnectionError. */
export async function sendRequest(
  transport: TransportOptions,
  operation: Operation,
  request: Request,
): Promise<unknown> {
  const idempotencyKey = findKey(operation, request);
  const { signal } = request.options;
  let isOutcomeUnknown = false;
  for (let retries = 0; ; retries += 1) {
    const attempt = await makeAttempt(transport, operation, { ...request, idempotencyKey });
    const status = attempt.kind === 'answer' ? attempt.response.status : undefined;
    // An earlier attempt, whose reply was lost, has deleted it.
    const isDeletion = operation.method === 'DELETE' && !operation.hasReply;
    if (isDeletion && isOutcomeUnknown && status === NOT_FOUND) return undefined;
    if (attempt.kind === 'answer' && attempt.response.ok) return await readReply(attempt.response);
    const isUnknown = status === undefined || UNKNOWN_OUTCOMES.includes(status);
    isOutcomeUnknown ||= isUnknown && operation.method !== 'GET';
    const mayRetry = status === TOO_MANY || (isUnknown && operation.isRepeatable);
    const hasEnded = signal?.aborted === true || retries >= transport.retriesMax || !mayRetry;
    if (hasEnded) throw await toError(attempt, { isOutcomeUnknown, idempotencyKey });
    await sleep(waitMs(attempt, retries), undefined, signal === undefined ? {} : { signal });
  }
}

/**
 * Returns the idempotency key. An order has its own id, which serves the same purpose as the
 * header.
 */
function findKey(operation: Operation, { body, options }: Request): string | undefined {
  if (operation.isIdempotent) return options.idempotencyKey ?? randomUUID();
  if (body === undefined || !('client_order_id' in body)) return undefined;
  return String(body.client_order_id);
}

async function makeAttempt(
  { url, key, timeoutMs }: TransportOptions,
  operation: Operation,
  request: Request & { readonly idempotencyKey: string | undefined },
): Promise<Attempt> {
  const { path = {}, query = {}, body, options, idempotencyKey } = request;
  const filled = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(path[name] ?? ''),
  );
  const address = new URL(`${API_PATH}${filled}`, url);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) address.searchParams.set(name, value);
  }
  const deadline = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(address, {
      method: operation.method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(operation.isIdempotent && idempotencyKey !== undefined
          ? { 'idempotency-key': idempotencyKey }
          : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: options.signal === undefined ? deadline : AbortSignal.any([options.signal, deadline]),
    });
    // Reads the body here, because it can be interrupted, too.
    const content = await response.arrayBuffer();
    const hasBody = content.byteLength > 0;
    const { status, headers } = response;
    return {
      kind: 'answer',
      response: new Response(hasBody ? content : null, { status, headers }),
    };
  } catch (error) {
    return { kind: 'failure', error };
  }
}

async function readReply(response: Response): Promise<unknown> {
  const mediaType = response.headers.get('content-type') ?? '';
  if (response.body === null) return undefined;
  if (mediaType.startsWith('application/json')) return await response.json();
  return { mediaType, content: new Uint8Array(await response.arrayBuffer()) };
}

async function toError(attempt: Attempt, outcome: RequestOutcome): Promise<Error> {
  if (attempt.kind === 'failure') {
    return new ConnectionError('The API could not be reached', outcome, { cause: attempt.error });
  }
  const { response } = attempt;
  if (response.headers.get('content-type')?.startsWith('application/problem+json') !== true) {
    return new ConnectionError(`The answer ${response.status} is not the API's`, outcome);
  }
  return new ApiError((await response.json()) as Problem, outcome);
}

/**
 * Returns the delay before a retry: what the reply asks for, otherwise an exponential delay with
 * jitter.
 */
function waitMs(attempt: Attempt, retries: number): number {
  const seconds =
    attempt.kind === 'answer' ? Number(attempt.response.headers.get('retry-after')) : Number.NaN;
  if (seconds > 0) return Math.min(seconds * SECOND_MS, RETRY_AFTER_LONGEST_MS);
  return backOffMs(retries, RETRY_FIRST_MS, RETRY_LONGEST_MS);
}

export function backOffMs(tries: number, firstMs: number, longestMs: number): number {
  return Math.min(firstMs * 2 ** tries, longestMs) * (0.5 + Math.random() / 2);
}

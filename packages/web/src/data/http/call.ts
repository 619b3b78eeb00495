// Calls the server: a route of the contract in, a result out.
import {
  WORK_HEADER,
  type ParamsOf,
  type QueryOf,
  type ReplyOf,
  type Route,
  type SentBodyOf,
} from '@halyard/contract/route';
import type { ErrorEnvelope } from '@halyard/contract/wire';
import type { WorkTask } from './browser-check.ts';

const TOO_LARGE = 413;
const TIMEOUT_MS = 15_000;
/** The timeout of a file download. */
const DOWNLOAD_TIMEOUT_MS = 120_000;
/**
 * How often a request is repeated with a proof of work: the proof can expire, or the surge grow,
 * before it arrives.
 */
const WORK_TRIES_MAX = 3;

/** The server rejected the request. `code` can be one that this build does not know. */
export type CallRejection = {
  readonly kind: 'refusal';
  readonly code: string;
  readonly message: string;
  readonly status: number;
  readonly errors: Readonly<Record<string, string>>;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly requestId: string | undefined;
};

/** No usable reply: it is unknown whether the server executed the request. */
export type CallFailure = {
  readonly kind: 'failure';
  readonly reason: 'network' | 'timeout' | 'malformed' | 'aborted';
};

export type CallAnswer<Data> = { readonly kind: 'data'; readonly data: Data };
export type CallResult<Data> = CallAnswer<Data> | CallRejection | CallFailure;

type Part<Name extends string, Value> = Value extends undefined
  ? { readonly [K in Name]?: undefined }
  : Record<never, never> extends Value
    ? { readonly [K in Name]?: Value }
    : { readonly [K in Name]: Value };

export type CallInput<R extends Route> = Part<'params', ParamsOf<R>> &
  Part<'query', QueryOf<R>> &
  Part<'body', SentBodyOf<R>>;

export type CallOptions = {
  /** Whether the call is background polling, which must not keep an idle customer signed in. */
  readonly background?: boolean;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  /** The file to upload, for a route that accepts one. */
  readonly file?: File;
};

export type Call = <const R extends Route>(
  route: R,
  input: CallInput<R>,
  options?: CallOptions,
) => Promise<CallResult<ReplyOf<R>>>;

export type CallEnvironment = {
  readonly fetch: typeof fetch;
  readonly token: () => string | undefined;
  /** Returns the language of the page, if the server should know it. */
  readonly language?: () => string;
  /** Called with every result and the token that was sent. */
  readonly onResult: (result: CallResult<unknown>, sentToken: string | undefined) => void;
  /** Computes the proof of work during a surge; undefined on failure. */
  readonly solveWork: (
    task: WorkTask,
    signal: AbortSignal | undefined,
  ) => Promise<number | undefined>;
};

/** Creates the function that calls routes with the current bearer token. */
export function createCall(environment: CallEnvironment): Call {
  return async (route, input, options = {}) => {
    const sentToken = route.access === 'public' ? undefined : environment.token();
    const request = toRequest(route, input, {
      ...options,
      sentToken,
      language: environment.language?.(),
    });
    const result = await exchangeWithWork(environment, request, options.signal);
    const checked = result.kind === 'data' ? checkReply(route, result.data) : result;
    environment.onResult(checked, sentToken);
    return checked;
  };
}

export type Download = (route: Route, input: LooseInput) => Promise<CallResult<Blob>>;

/** Creates the function that calls routes which return a file. */
export function createDownload(environment: CallEnvironment): Download {
  return async (route, input) => {
    const sentToken = environment.token();
    const prepared = toRequest(route, input, { sentToken, timeoutMs: DOWNLOAD_TIMEOUT_MS });
    const result = await fetchFile(environment.fetch, prepared);
    environment.onResult(result, sentToken);
    return result;
  };
}

async function fetchFile(
  send: typeof fetch,
  { url, init, timeoutMs }: PreparedRequest,
): Promise<CallResult<Blob>> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await send(url, { ...init, signal: timeout });
    if (response.ok) return { kind: 'data', data: await response.blob() };
    const answer = readEnvelope(await response.json(), response.status);
    return answer.kind === 'data' ? { kind: 'failure', reason: 'malformed' } : answer;
  } catch (error) {
    if (timeout.aborted) return { kind: 'failure', reason: 'timeout' };
    return { kind: 'failure', reason: error instanceof SyntaxError ? 'malformed' : 'network' };
  }
}

/** The input of any route, for code that handles all routes alike without knowing their types. */
export type LooseInput = {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
};
type PreparedRequest = {
  readonly url: string;
  readonly init: RequestInit;
  readonly timeoutMs: number;
};

function toRequest(
  route: Route,
  input: LooseInput,
  options: CallOptions & {
    readonly sentToken: string | undefined;
    readonly language?: string | undefined;
  },
): PreparedRequest {
  const headers = new Headers({ accept: 'application/json' });
  if (options.sentToken !== undefined) headers.set('authorization', `Bearer ${options.sentToken}`);
  if (options.language !== undefined) headers.set('accept-language', options.language);
  if (options.background === true) headers.set('x-background', '1');
  const init: RequestInit = {
    method: route.method,
    headers,
    credentials: 'omit',
    cache: 'no-store',
  };
  if (route.method === 'POST') {
    if (route.file === undefined) headers.set('content-type', 'application/json');
    init.body =
      route.file === undefined
        ? JSON.stringify(input.body ?? {})
        : toForm(input.body, route.file.name, options.file);
  }
  if (options.signal !== undefined) init.signal = options.signal;
  return { url: toUrl(route, input), init, timeoutMs: options.timeoutMs ?? TIMEOUT_MS };
}

/** The browser sets the header with the multipart boundary. */
function toForm(fields: unknown, name: string, file: File | undefined): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(toTexts(fields))) form.append(field, value);
  if (file !== undefined) form.append(name, file);
  return form;
}

function toUrl(route: Route, input: LooseInput): string {
  const params = toTexts(input.params);
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const query = new URLSearchParams(toTexts(input.query)).toString();
  return query === '' ? path : `${path}?${query}`;
}

function toTexts(values: unknown): Record<string, string> {
  const entries = Object.entries(values ?? {}).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}

/** Repeats a request with the required proof of work. */
async function exchangeWithWork(
  { fetch, solveWork }: CallEnvironment,
  request: PreparedRequest,
  signal: AbortSignal | undefined,
): Promise<CallResult<unknown>> {
  let result = await exchange(fetch, request);
  for (let tries = 0; tries < WORK_TRIES_MAX; tries += 1) {
    const asked = readWork(result);
    if (asked === undefined) return result;
    const number = await solveWork(asked.task, signal);
    if (signal?.aborted === true) return { kind: 'failure', reason: 'aborted' };
    if (number === undefined) return result;
    const headers = new Headers(request.init.headers);
    headers.set(WORK_HEADER, `${asked.challenge}.${number}`);
    result = await exchange(fetch, { ...request, init: { ...request.init, headers } });
  }
  return result;
}

function readWork(
  result: CallResult<unknown>,
): { readonly challenge: string; readonly task: WorkTask } | undefined {
  if (result.kind !== 'refusal' || result.code !== 'proof-required') return undefined;
  const { challenge, bits } = result.facts;
  if (typeof challenge !== 'string' || typeof bits !== 'number') return undefined;
  return { challenge, task: { seed: challenge.slice(challenge.lastIndexOf('.') + 1), bits } };
}

async function exchange(
  send: typeof fetch,
  { url, init, timeoutMs }: PreparedRequest,
): Promise<CallResult<unknown>> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const signals = init.signal ? [init.signal, timeout] : [timeout];
  try {
    const response = await send(url, { ...init, signal: AbortSignal.any(signals) });
    return await readReply(response);
  } catch (error) {
    if (init.signal?.aborted === true) return { kind: 'failure', reason: 'aborted' };
    if (timeout.aborted) return { kind: 'failure', reason: 'timeout' };
    return { kind: 'failure', reason: error instanceof SyntaxError ? 'malformed' : 'network' };
  }
}

/**
 * Reads the reply. A proxy whose limit is lower than the program's rejects a file with a reply that
 * is not JSON.
 */
async function readReply(response: Response): Promise<CallResult<unknown>> {
  if (response.status !== TOO_LARGE) return readEnvelope(await response.json(), response.status);
  const text = await response.text();
  try {
    return readEnvelope(JSON.parse(text), TOO_LARGE);
  } catch {
    return readEnvelope({ status: 'error', code: 'too-large' }, TOO_LARGE);
  }
}

function readEnvelope(body: unknown, status: number): CallResult<unknown> {
  if (typeof body !== 'object' || body === null || !('status' in body)) {
    return { kind: 'failure', reason: 'malformed' };
  }
  if (body.status === 'success' && 'data' in body) return { kind: 'data', data: body.data };
  if (body.status !== 'error' || !('code' in body) || typeof body.code !== 'string') {
    return { kind: 'failure', reason: 'malformed' };
  }
  // Only `code` affects behaviour; other parts are for display.
  const envelope = body as Partial<ErrorEnvelope> & { code: string };
  return {
    kind: 'refusal',
    code: envelope.code,
    message: envelope.message ?? '',
    status,
    errors: envelope.errors ?? {},
    facts: envelope.facts ?? {},
    requestId: envelope.requestId,
  };
}

function checkReply<R extends Route>(route: R, data: unknown): CallResult<ReplyOf<R>> {
  const parsed = route.reply.safeParse(data);
  if (!parsed.success) return { kind: 'failure', reason: 'malformed' };
  return { kind: 'data', data: parsed.data as ReplyOf<R> };
}

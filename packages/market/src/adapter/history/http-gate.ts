// All requests to a vendor's HTTP API: one at a time, rate-limited, each with a limit of time and
// size. A vendor that asks to wait gets no request before then.
import { parseRetryAfter } from '@halyard/contract/format/retry-after';
import { MINUTE_MS } from '@halyard/core/time';
import { pause } from '#clock/clock.ts';
import type { Clock, Scheduler } from '#clock/clock.ts';
import { backoffMs, describeProblem, readBody } from '#adapter/connection/connection.ts';
import type { Backoff } from '#adapter/connection/connection.ts';
import { parseJsonDigits } from '#adapter/json/json.ts';
import { FeedOutage } from './feed-outage.ts';

export type HttpGateOptions = {
  /** The vendor's name, for messages. */
  readonly name: string;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly chance: () => number;
  readonly headers: Readonly<Record<string, string>>;
  /** The minimum time between the starts of two requests. */
  readonly spacingMs: number;
};

const TIMEOUT_MS = 15_000;
const BODY_MAX_BYTES = 4_194_304;
const WAITING_MAX = 64;
const TRIES_MAX = 4;
const RETRY: Backoff = { firstMs: 1_000, maxMs: 30_000 };
// The longest delay that a request waits for when the vendor asks for a pause. With a longer one,
// the caller gets an outage that states when the vendor is available again.
const RETRY_AFTER_WAIT_MAX_MS = MINUTE_MS;

const HTTP = { unauthorized: 401, forbidden: 403, teapot: 418, tooMany: 429, serverError: 500 };

type Answer =
  | { readonly kind: 'json'; readonly json: unknown }
  | { readonly kind: 'again'; readonly reason: string; readonly waitMs?: number }
  | { readonly kind: 'refused'; readonly reason: string };

/** Owns the queue and the requests in progress; `close` aborts them. */
export class HttpGate {
  readonly #options: HttpGateOptions;
  readonly #closing = new AbortController();
  #tail: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #notBeforeMs = -Infinity;

  constructor(options: HttpGateOptions) {
    this.#options = options;
  }

  /**
   * Returns the JSON at `url`, its numbers as text. Throws FeedOutage; the signal ends the waiting.
   */
  getJson(url: URL, signal?: AbortSignal): Promise<unknown> {
    if (this.#waiting >= WAITING_MAX) {
      return Promise.reject(this.#outage('too many requests are waiting'));
    }
    this.#waiting += 1;
    const result = this.#tail.then(() => this.#run(url, signal));
    this.#tail = result
      .catch(() => {})
      .finally(() => {
        this.#waiting -= 1;
      });
    return result;
  }

  close(): void {
    this.#closing.abort();
  }

  async #run(url: URL, signal: AbortSignal | undefined): Promise<unknown> {
    const ending = createEnding([this.#closing.signal, signal]);
    try {
      for (let tries = 1; ; tries += 1) {
        await this.#waitForTurn(ending.signal);
        const answer = await this.#ask(url, ending.signal);
        if (answer.kind === 'json') return answer.json;
        if (answer.kind === 'again') {
          const { chance, clock } = this.#options;
          const waitMs = answer.waitMs ?? backoffMs(RETRY, tries, chance());
          this.#notBeforeMs = Math.max(this.#notBeforeMs, clock.nowMs() + waitMs);
        }
        if (answer.kind === 'refused' || tries === TRIES_MAX) throw this.#outage(answer.reason);
      }
    } finally {
      ending.release();
    }
  }

  async #waitForTurn(signal: AbortSignal): Promise<void> {
    const { clock, scheduler } = this.#options;
    for (;;) {
      if (signal.aborted) throw this.#outage('stopped');
      const waitMs = this.#notBeforeMs - clock.nowMs();
      if (waitMs <= 0) return;
      if (waitMs > RETRY_AFTER_WAIT_MAX_MS) {
        throw this.#outage(`asks to wait until ${new Date(this.#notBeforeMs).toISOString()}`);
      }
      await pause(waitMs, scheduler, signal);
    }
  }

  async #ask(url: URL, signal: AbortSignal): Promise<Answer> {
    const { clock, scheduler, headers, spacingMs } = this.#options;
    const request = createEnding([signal]);
    const cancelTimeout = scheduler.after(TIMEOUT_MS, request.abort);
    this.#notBeforeMs = clock.nowMs() + spacingMs;
    try {
      // A redirect would send the credentials to another host.
      const response = await fetch(url, { headers, redirect: 'error', signal: request.signal });
      return await this.#read(response);
    } catch (error) {
      if (signal.aborted) return { kind: 'refused', reason: 'stopped' };
      const isLate = request.signal.aborted;
      return { kind: 'again', reason: isLate ? 'does not answer' : describeProblem(error) };
    } finally {
      cancelTimeout();
      request.release();
    }
  }

  async #read(response: Response): Promise<Answer> {
    const { status } = response;
    const text = await readBody(response, BODY_MAX_BYTES);
    if (response.ok) {
      const json = text === undefined ? undefined : parseJsonDigits(text);
      return json === undefined
        ? { kind: 'refused', reason: 'answers no JSON' }
        : { kind: 'json', json };
    }
    if (status === HTTP.unauthorized || status === HTTP.forbidden) {
      return { kind: 'refused', reason: `refuses the credentials (HTTP ${status})` };
    }
    const reason = `answers HTTP ${status}`;
    if (status !== HTTP.tooMany && status !== HTTP.teapot && status < HTTP.serverError) {
      return { kind: 'refused', reason };
    }
    const header = response.headers.get('retry-after');
    const waitMs = parseRetryAfter(header, this.#options.clock.nowMs());
    return { kind: 'again', reason, ...(waitMs === undefined ? {} : { waitMs }) };
  }

  #outage(reason: string): FeedOutage {
    return new FeedOutage(`${this.#options.name} ${reason}`);
  }
}

/** An abort signal that follows other signals and detaches from them afterwards. */
function createEnding(signals: readonly (AbortSignal | undefined)[]) {
  const controller = new AbortController();
  const abort = (): void => {
    controller.abort();
  };
  for (const signal of signals) {
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort, { once: true });
  }
  return {
    signal: controller.signal,
    abort,
    release(): void {
      for (const signal of signals) signal?.removeEventListener('abort', abort);
    },
  };
}

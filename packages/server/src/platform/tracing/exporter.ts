// Sends finished spans to the collector. The queue is bounded: if the collector does not answer,
// spans are lost, but no memory is exhausted and no order delayed.
import { MINUTE_MS, SECOND_MS } from '@halyard/core/time';
import type { Log } from '#platform/log/log.ts';
import { toOtlp, type FinishedSpan } from './span.ts';

export type Exporter = {
  add(span: FinishedSpan): void;
  close(): Promise<void>;
};

const WAITING_SPANS_MAX = 4_096;
const SENT_SPANS_MAX = 512;
const SEND_EVERY_MS = 2 * SECOND_MS;
const SEND_TIMEOUT_MS = 3 * SECOND_MS;
const WARN_EVERY_MS = 10 * MINUTE_MS;

export function createExporter(options: {
  readonly url: string;
  readonly version: string;
  readonly log: Pick<Log, 'warn'>;
  readonly sendEveryMs?: number | undefined;
}): Exporter {
  const { version, log, sendEveryMs = SEND_EVERY_MS } = options;
  const address = `${options.url.replace(/\/$/, '')}/v1/traces`;
  let waiting: FinishedSpan[] = [];
  let lost = 0;
  let warnedAtMs = Number.NEGATIVE_INFINITY;
  let sending: Promise<void> | undefined;

  const note = (err: unknown): void => {
    if (performance.now() - warnedAtMs < WARN_EVERY_MS) return;
    warnedAtMs = performance.now();
    log.warn({ err, lost }, 'traces could not be sent, and spans are lost');
    lost = 0;
  };
  const send = async (): Promise<void> => {
    while (waiting.length > 0) {
      const spans = waiting.splice(0, SENT_SPANS_MAX);
      try {
        const response = await fetch(address, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(toOtlp(spans, version)),
          signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
          redirect: 'error',
        });
        await response.body?.cancel();
        if (!response.ok) throw new Error(`The collector answered ${response.status}`);
      } catch (error) {
        lost += spans.length;
        note(error);
        return;
      }
    }
    if (lost > 0) note(undefined);
  };
  const sendOnce = async (): Promise<void> => {
    sending ??= send().finally(() => {
      sending = undefined;
    });
    await sending;
  };
  const timer = setInterval(() => void sendOnce(), sendEveryMs);
  timer.unref();
  return {
    add: (span) => {
      if (waiting.length >= WAITING_SPANS_MAX) lost += 1;
      else waiting.push(span);
    },
    close: async () => {
      clearInterval(timer);
      await sending;
      // Only one more request is sent, so that a failing collector delays the stop by at most the
      // time of one request.
      waiting = waiting.slice(0, SENT_SPANS_MAX);
      await sendOnce();
    },
  };
}

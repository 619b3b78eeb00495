// Traces in the protocol of OpenTelemetry (OTLP over HTTP, JSON). A span is one step with its
// beginning, end and parent. Names and attributes come from closed lists: routes, kinds, providers
// and request ids, never a customer, an address or an amount.
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import type { Log } from '#platform/log/log.ts';
import { createExporter } from './exporter.ts';
import type { SpanKind, FinishedSpan, SpanValues } from './span.ts';

export type { SpanKind, SpanValues } from './span.ts';

export type SpanInfo = {
  readonly name: string;
  readonly kind: SpanKind;
  readonly values?: SpanValues;
};

/** A step that has begun. */
export type Span = {
  readonly traceId: string;
  readonly spanId: string;
  /** Ends the step once; later calls do nothing. */
  end(ended?: {
    readonly isFailed?: boolean;
    readonly name?: string;
    readonly values?: SpanValues;
  }): void;
};

export type Tracer = {
  /** Begins a step below the current one; without one it begins a trace. */
  begin(info: SpanInfo): Span;
  /** Runs something with `span` as the current step. */
  within<T>(span: Span, run: () => T): T;
  /** Traces an asynchronous step; one that throws is marked as failed. */
  trace<T>(info: SpanInfo, run: () => Promise<T>): Promise<T>;
  /** The current step. */
  current(): Span | undefined;
  /** Adds a step below `parent` that has already ended, `durationMs` after its beginning. */
  addEnded(parent: Span, info: SpanInfo & { readonly durationMs: number }): void;
  /** Sends the waiting spans, for a few seconds at most. */
  close(): Promise<void>;
};

export type TracingSettings = {
  /** The collector's address; `/v1/traces` is appended. */
  readonly url: string;
  /** The share of traces that are recorded. */
  readonly percent: number;
};

export type TracerOptions = TracingSettings & {
  readonly version: string;
  readonly log: Pick<Log, 'warn'>;
  /** How often spans are sent; tests send sooner. */
  readonly sendEveryMs?: number | undefined;
};

const TRACE_ID_BYTES = 16;
const SPAN_ID_BYTES = 8;
const PERCENT = 100;
/**
 * The number of values of two bytes. The first two bytes of a trace id decide whether it is
 * recorded.
 */
const PAIR_MAX = 65_536;

/** Wall-clock time that never runs backwards: spans of one trace keep their order. */
const nowMs = (): number => performance.timeOrigin + performance.now();
const noSpan = (): void => undefined;

export function createTracer(options: TracerOptions): Tracer {
  const exporter = createExporter(options);
  const storage = new AsyncLocalStorage<Span>();
  const isRecorded = (traceId: string): boolean =>
    Number.parseInt(traceId.slice(0, 4), 16) < (options.percent / PERCENT) * PAIR_MAX;
  const current = (): Span | undefined => storage.getStore();
  const begin = (info: SpanInfo): Span => {
    const parent = current();
    const traceId = parent?.traceId ?? randomBytes(TRACE_ID_BYTES).toString('hex');
    const spanId = randomBytes(SPAN_ID_BYTES).toString('hex');
    if (!isRecorded(traceId)) return { traceId, spanId, end: noSpan };
    const startMs = nowMs();
    let hasEnded = false;
    return {
      traceId,
      spanId,
      end: ({ isFailed = false, name = info.name, values } = {}) => {
        if (hasEnded) return;
        hasEnded = true;
        const span: FinishedSpan = {
          traceId,
          spanId,
          parentSpanId: parent?.spanId,
          name,
          kind: info.kind,
          startMs,
          endMs: nowMs(),
          values: { ...info.values, ...values },
          isFailed,
        };
        exporter.add(span);
      },
    };
  };
  const within = <T>(span: Span, run: () => T): T => storage.run(span, run);
  return {
    begin,
    within,
    current,
    trace: async (info, run) => {
      const span = begin(info);
      try {
        const result = await within(span, run);
        span.end();
        return result;
      } catch (error) {
        span.end({ isFailed: true });
        throw error;
      }
    },
    addEnded: (parent, { name, kind, values = {}, durationMs }) => {
      if (!isRecorded(parent.traceId)) return;
      const endMs = nowMs();
      exporter.add({
        traceId: parent.traceId,
        spanId: randomBytes(SPAN_ID_BYTES).toString('hex'),
        parentSpanId: parent.spanId,
        name,
        kind,
        startMs: endMs - durationMs,
        endMs,
        values,
        isFailed: false,
      });
    },
    close: async () => await exporter.close(),
  };
}

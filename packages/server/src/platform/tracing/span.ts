// One finished span and its form in OTLP/JSON (opentelemetry-proto, trace/v1/trace.proto).

/** server: a request of others; client: our request to others; internal: everything else. */
export type SpanKind = 'server' | 'client' | 'internal';
export type SpanValues = Readonly<Record<string, string | number>>;

export type FinishedSpan = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly kind: SpanKind;
  readonly startMs: number;
  readonly endMs: number;
  readonly values: SpanValues;
  readonly isFailed: boolean;
};

const KINDS: Readonly<Record<SpanKind, number>> = { internal: 1, server: 2, client: 3 };
const STATUS_ERROR = 2;
const MICROSECONDS_OF_MS = 1_000;
const NANOSECONDS_OF_MICROSECOND = 1_000n;

/** Returns the request body that hands spans to a collector. */
export function toOtlp(spans: readonly FinishedSpan[], version: string): object {
  const resource = { 'service.name': 'halyard', 'service.version': version };
  return {
    resourceSpans: [
      {
        resource: { attributes: toAttributes(resource) },
        scopeSpans: [{ scope: { name: 'halyard', version }, spans: spans.map(toSpan) }],
      },
    ],
  };
}

function toSpan(span: FinishedSpan): object {
  const { traceId, spanId, parentSpanId, name, kind, startMs, endMs, values, isFailed } = span;
  return {
    traceId,
    spanId,
    ...(parentSpanId === undefined ? {} : { parentSpanId }),
    name,
    kind: KINDS[kind],
    startTimeUnixNano: toNanoseconds(startMs),
    endTimeUnixNano: toNanoseconds(endMs),
    attributes: toAttributes(values),
    status: isFailed ? { code: STATUS_ERROR } : {},
  };
}

/** The protocol writes 64-bit numbers as text. A number holds microseconds of today exactly. */
function toNanoseconds(ms: number): string {
  return String(BigInt(Math.round(ms * MICROSECONDS_OF_MS)) * NANOSECONDS_OF_MICROSECOND);
}

function toAttributes(values: SpanValues): readonly object[] {
  return Object.entries(values).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }));
}

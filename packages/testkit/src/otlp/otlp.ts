// An OpenTelemetry collector that receives traces over HTTP as JSON. It rejects what violates the
// protocol, and fails on request.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type CollectedSpan = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly kind: number;
  readonly durationNs: bigint;
  readonly isFailed: boolean;
  readonly attributes: Readonly<Record<string, string>>;
};

export type OtlpCollector = {
  readonly url: string;
  readonly spans: readonly CollectedSpan[];
  /** Every accepted body, as it was sent. */
  readonly bodies: readonly string[];
  /** Answers all requests with this status and drops the traces; undefined ends this. */
  failWith(status: number | undefined): void;
  /** The number of requests so far, accepted or not. */
  requestCount(): number;
  close(): Promise<void>;
};

type Attribute = {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: string };
};
type Span = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly Attribute[];
  readonly status: { readonly code?: number };
};
type Export = {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
};

const SPANS_PER_REQUEST_MAX = 10_000;
const STATUS_ERROR = 2;
const KIND_MAX = 5;
const TRACE_ID = /^(?!0+$)[\da-f]{32}$/;
const SPAN_ID = /^(?!0+$)[\da-f]{16}$/;
const NANOSECONDS = /^\d{19}$/;

export async function startOtlpCollector(): Promise<OtlpCollector> {
  const spans: CollectedSpan[] = [];
  const bodies: string[] = [];
  let failure: number | undefined;
  let requests = 0;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readBody(request);
    requests += 1;
    if (failure !== undefined) return void response.writeHead(failure).end();
    const isPlace = request.method === 'POST' && request.url === '/v1/traces';
    if (!isPlace) return void response.writeHead(404).end();
    if (request.headers['content-type'] !== 'application/json') {
      return void response.writeHead(415).end();
    }
    try {
      spans.push(...parseSpans(body));
      bodies.push(body);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"partialSuccess":{}}');
    } catch (error) {
      response.writeHead(400).end(String(error));
    }
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    bodies,
    failWith: (status) => {
      failure = status;
    },
    requestCount: () => requests,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

function parseSpans(body: string): CollectedSpan[] {
  const { resourceSpans } = JSON.parse(body) as Export;
  const found = resourceSpans.flatMap(({ resource, scopeSpans }) => {
    if (toRecord(resource.attributes)['service.name'] === undefined) throw new Error('no service');
    return scopeSpans.flatMap(({ spans }) => spans);
  });
  if (found.length > SPANS_PER_REQUEST_MAX) throw new Error('too many spans');
  return found.map(toCollected);
}

function toCollected(span: Span): CollectedSpan {
  const { traceId, spanId, parentSpanId, name, kind } = span;
  const { startTimeUnixNano: start, endTimeUnixNano: end } = span;
  const isFit =
    TRACE_ID.test(traceId) &&
    SPAN_ID.test(spanId) &&
    (parentSpanId === undefined || SPAN_ID.test(parentSpanId)) &&
    [start, end].every((time) => NANOSECONDS.test(time)) &&
    name !== '' &&
    Number.isInteger(kind) &&
    kind >= 0 &&
    kind <= KIND_MAX;
  if (!isFit) throw new Error(`not a span: ${JSON.stringify(span)}`);
  return {
    traceId,
    spanId,
    parentSpanId,
    name,
    kind,
    durationNs: BigInt(end) - BigInt(start),
    isFailed: span.status.code === STATUS_ERROR,
    attributes: toRecord(span.attributes),
  };
}

function toRecord(attributes: readonly Attribute[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => {
      const text = value.stringValue ?? value.intValue;
      if (text === undefined) throw new Error(`no value: ${key}`);
      return [key, text];
    }),
  );
}

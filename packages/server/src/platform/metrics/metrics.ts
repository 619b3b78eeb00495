// Metrics of the running program in the Prometheus text format. They are served by a listener of
// their own, because the figures tell strangers how a broker's business runs.
import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';

export { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

export type MetricsServer = {
  /** The address of the metrics, such as http://127.0.0.1:9464/metrics. */
  readonly url: string;
  close(): Promise<void>;
};

export type ServeMetricsOptions = {
  readonly registry: Registry;
  readonly host: string;
  /** The port of the listener; 0 takes any free one. */
  readonly port: number;
  /** The token that a reader must send; without one everybody who reaches the listener may read. */
  readonly token: string | undefined;
  /** Updates the values that are not counted as they happen; never throws. */
  readonly refresh: () => Promise<void>;
};

const PATH = '/metrics';
const CONNECTIONS_MAX = 20;
const REQUEST_TIMEOUT_MS = 5_000;

/** Starts the listener. Throws the system's error when it can't listen on the address. */
export async function serveMetrics(options: ServeMetricsOptions): Promise<MetricsServer> {
  const server = createServer(
    { requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: REQUEST_TIMEOUT_MS },
    (request, response) => {
      answer(options, request, response).catch(() => response.writeHead(500).end());
    },
  );
  server.maxConnections = CONNECTIONS_MAX;
  const { promise: listening, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen(options.port, options.host, resolve);
  await listening;
  const { address, family, port } = server.address() as AddressInfo;
  const host = family === 'IPv6' ? `[${address}]` : address;
  return {
    url: `http://${host}:${port}${PATH}`,
    close: async () => {
      const { promise: closed, resolve: end } = Promise.withResolvers<void>();
      server.close(() => end());
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(
  { registry, token, refresh }: ServeMetricsOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  request.resume();
  if (request.method !== 'GET' || request.url !== PATH) {
    response.writeHead(404).end();
    return;
  }
  if (token !== undefined && !isSame(request.headers.authorization ?? '', `Bearer ${token}`)) {
    response.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
    return;
  }
  await refresh();
  const text = await registry.metrics();
  response.writeHead(200, { 'content-type': registry.contentType, 'cache-control': 'no-store' });
  response.end(text);
}

function isSame(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}

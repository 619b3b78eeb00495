import type { Answered } from '#platform/http/http.ts';
import { Counter, Gauge, Histogram, type Registry } from '#platform/metrics/metrics.ts';

const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export type EdgeMetrics = {
  readonly onAnswered: (answered: Answered) => void;
  readonly onMailTried: (isSent: boolean) => void;
  readonly onProviderAnswered: (answered: {
    readonly provider: string;
    readonly outcome: 'answered' | 'failed';
  }) => void;
  setSockets(count: number): void;
};

/** Creates metrics of the network edges: requests, sockets, mails, calls to payment providers. */
export function createEdgeMetrics(registry: Registry): EdgeMetrics {
  const registers = [registry];
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of HTTP requests by declared route, method and status.',
    labelNames: ['route', 'method', 'status'] as const,
    buckets: REQUEST_SECONDS,
    registers,
  });
  const sockets = new Gauge({
    name: 'halyard_live_sockets',
    help: 'Open Socket.IO connections.',
    registers,
  });
  const mails = new Counter({
    name: 'halyard_mails_total',
    help: 'Attempts to deliver a mail, by outcome (sent or failed). Failed ones are repeated.',
    labelNames: ['outcome'] as const,
    registers,
  });
  const providers = new Counter({
    name: 'halyard_provider_requests_total',
    help: 'Requests to payment providers, by outcome: answered, or failed (no answer, or a 5xx).',
    labelNames: ['provider', 'outcome'] as const,
    registers,
  });
  for (const outcome of ['sent', 'failed'] as const) mails.inc({ outcome }, 0);
  return {
    onAnswered: ({ route, method, status, durationMs }) => {
      requests.observe({ route, method, status }, durationMs / 1_000);
    },
    onMailTried: (isSent) => mails.inc({ outcome: isSent ? 'sent' : 'failed' }),
    onProviderAnswered: (labels) => providers.inc(labels),
    setSockets: (count) => sockets.set(count),
  };
}

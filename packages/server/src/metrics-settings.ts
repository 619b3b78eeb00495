// Where monitoring reads the metrics, and where traces go.
import * as z from 'zod/mini';
import { isLoopbackHost } from '#platform/http/http.ts';
import type { MetricsSettings } from './metrics/metrics.ts';
import type { TracingSettings } from '#platform/tracing/tracing.ts';
import { integer, matching, secureUrlOf, setting, type Problem } from './setting-kinds.ts';

const PORT_MAX = 65_535;
const HOST_PATTERN = /^[\w.:-]{1,253}$/;
const TOKEN_PATTERN = /^[\x21-\x7e]{16,200}$/;

export const MetricsVariables = z.object({
  METRICS_PORT: z.optional(integer(0, PORT_MAX)),
  METRICS_HOST: z._default(
    setting(matching(HOST_PATTERN), 'must be an address to listen on, such as 127.0.0.1'),
    '127.0.0.1',
  ),
  METRICS_TOKEN: z.optional(
    setting(matching(TOKEN_PATTERN), 'must be 16 to 200 characters of ASCII without spaces'),
  ),
  TRACES_URL: z.optional(
    setting(
      secureUrlOf('https:', 'http:'),
      'must be an https address, or an http address of this machine such as http://127.0.0.1:4318',
    ),
  ),
  TRACES_PERCENT: z._default(integer(1, 100), 100),
});
type MetricsVariables = z.infer<typeof MetricsVariables>;

export type MonitoringSettings = {
  /** The settings of the metrics; undefined: none are counted. */
  readonly metrics: MetricsSettings | undefined;
  /** The collector of traces; undefined: nothing is traced. */
  readonly tracing: TracingSettings | undefined;
};

export function toMonitoringSettings(variables: MetricsVariables): MonitoringSettings {
  return { metrics: toMetricsSettings(variables), tracing: toTracingSettings(variables) };
}

function toMetricsSettings(variables: MetricsVariables): MetricsSettings | undefined {
  const { METRICS_PORT: port, METRICS_HOST: host, METRICS_TOKEN: token } = variables;
  return port === undefined ? undefined : { host, port, token };
}

function toTracingSettings(variables: MetricsVariables): TracingSettings | undefined {
  const { TRACES_URL: url, TRACES_PERCENT: percent } = variables;
  return url === undefined ? undefined : { url, percent };
}

/**
 * Returns problems of the metrics settings. The figures reveal the broker's business, so no
 * stranger on the network may read them.
 */
export function metricsProblems(variables: Partial<MetricsVariables>): readonly Problem[] {
  const { METRICS_PORT: port, METRICS_HOST: host = '', METRICS_TOKEN: token } = variables;
  if (port === undefined || token !== undefined || isLoopbackHost(host)) return [];
  const text = 'is required where METRICS_HOST is not an address of this machine alone';
  return [{ name: 'METRICS_TOKEN', text }];
}

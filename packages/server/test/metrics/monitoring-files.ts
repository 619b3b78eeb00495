// The files under deploy/ that name metrics, and the page that lists them.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const PROMETHEUS = fileURLToPath(new URL('../../../../deploy/prometheus/', import.meta.url));
const GRAFANA = fileURLToPath(new URL('../../../../deploy/grafana/', import.meta.url));
const RUNBOOKS = fileURLToPath(new URL('../../../../docs/operate/runbooks/', import.meta.url));

/** What Prometheus makes by itself for each target. */
const OF_PROMETHEUS: readonly string[] = ['up'];
/** The series of a histogram. */
const SERIES_SUFFIX = /_(bucket|sum|count)$/;
const NAME = /\b(?:halyard|http|nodejs|process)_[a-z0-9_]+|\bup(?=\{)/g;

type Dashboard = {
  readonly panels: readonly { readonly targets: readonly { readonly expr: string }[] }[];
};

export function readAlerts(): readonly { readonly name: string; readonly runbook: string }[] {
  const text = readFileSync(`${PROMETHEUS}alerts.yaml`, 'utf8');
  return text
    .split('- alert: ')
    .slice(1)
    .map((rule) => ({
      name: rule.split('\n')[0] ?? '',
      runbook: /runbook: docs\/operate\/runbooks\/(\S+)/.exec(rule)?.[1] ?? '',
    }));
}

/** Without the list of them. */
export function listRunbooks(): readonly string[] {
  return readdirSync(RUNBOOKS).filter((name) => name !== 'README.md');
}

/** Every name of a metric in the alerts and the dashboards. */
export function listNamedMetrics(): ReadonlySet<string> {
  const alerts = readFileSync(`${PROMETHEUS}alerts.yaml`, 'utf8').match(/expr: .*/g) ?? [];
  // The folder also contains the provisioning of Grafana.
  const dashboards = readdirSync(GRAFANA).filter((name) => name.endsWith('.json'));
  const panels = dashboards.flatMap((name) => {
    const { panels: found } = JSON.parse(readFileSync(`${GRAFANA}${name}`, 'utf8')) as Dashboard;
    return found.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  });
  const names = [...alerts, ...panels].flatMap((text) => text.match(NAME) ?? []);
  return new Set(names.filter((name) => !OF_PROMETHEUS.includes(name)));
}

/** The metric that a series belongs to. */
export function familyOf(series: string): string {
  return series.replace(SERIES_SUFFIX, '');
}

/** docs/operate/metrics.md, from what a program says of its metrics. */
export function metricsPage(scraped: string): string {
  const types = new Map(
    [...scraped.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [name, type]),
  );
  const rows = [...scraped.matchAll(/^# HELP (\S+) (.*)$/gm)]
    .filter(([, name = '']) => /^(halyard|http)_/.test(name))
    .map(([, name, help]) => `| \`${name}\` | ${types.get(name)} | ${help} |`)
    .toSorted();
  return [
    '# Metrics',
    '',
    'Generated from a running program by `npm run metrics-page`; a test compares the two. Besides these there are the metrics of Node.js and of the process, with names that begin with `nodejs_` and `process_`. How to read them: [monitoring.md](monitoring.md).',
    '',
    '| metric | type | meaning |',
    '| --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}

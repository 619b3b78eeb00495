// The metrics of a running program: what a scrape says before and after something happened.
import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { startMailServer, type TestMailServer } from '../support/mail-server.ts';
import { send, startServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { BUY, openFloor, rejectionOf } from '../support/trader.ts';
import { familyOf, listNamedMetrics, metricsPage } from './monitoring-files.ts';

const TOKEN = 'a-token-of-the-scraper';
const PASSWORD = 'correct horse battery staple';
/** A whole sample line of the text format; the value is the last word. */
const SAMPLE = /^([a-zA-Z_:][\w:]*)(\{(?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\.)*",?)*\})? (\S+)$/;
const STORES_READ_EVERY_MS = 5_000;
const hasPromtool = spawnSync('promtool', ['--version']).error === undefined;

type Scrape = {
  readonly text: string;
  /** Of the series that has all these labels; undefined when there is none. */
  find(name: string, labels?: Readonly<Record<string, string>>): number | undefined;
};

async function scrape(url: string | undefined, token = TOKEN): Promise<Scrape> {
  const response = await fetch(url ?? '', { headers: { authorization: `Bearer ${token}` } });
  const text = await response.text();
  expect(response.status, text).toBe(200);
  const samples = text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name, labels = '', value] = SAMPLE.exec(line) ?? expect.fail(`no sample: ${line}`);
      return { name, labels, value: Number(value) };
    });
  return {
    text,
    find: (name, labels = {}) =>
      samples.find(
        (sample) =>
          sample.name === name &&
          Object.entries(labels).every(([key, value]) =>
            sample.labels.includes(`${key}="${value}"`),
          ),
      )?.value,
  };
}

describeOnDatabase('metrics', (database) => {
  let mailServer: TestMailServer;
  const environment: Record<string, string> = { METRICS_PORT: '0', METRICS_TOKEN: TOKEN };
  beforeAll(async () => {
    mailServer = await startMailServer();
    environment['SMTP_URL'] = mailServer.url;
  });
  const floor = openFloor(database, environment);
  afterAll(async () => mailServer.close());
  const look = async (): Promise<Scrape> => await scrape(floor.server().metricsUrl);

  it('answers only a reader with the token, and only on its own path', async () => {
    const url = floor.server().metricsUrl ?? '';
    expect((await fetch(url)).status).toBe(401);
    const headers = { authorization: `Bearer ${TOKEN}x` };
    expect((await fetch(url, { headers })).status).toBe(401);
    expect((await fetch(url.replace('/metrics', '/'))).status).toBe(404);
    expect(
      (await fetch(`${floor.server().url}/metrics`)).headers.get('content-type'),
    ).not.toContain('version=0.0.4');
  });

  it('describes a program that runs', async () => {
    const now = await look();
    expect(now.find('halyard_build_info', { node: process.version })).toBe(1);
    expect(now.find('halyard_lease_held')).toBe(1);
    expect(now.find('halyard_engine_terms_total')).toBe(1);
    expect(now.find('halyard_database_up')).toBe(1);
    expect(now.find('halyard_ledger_imbalance_cents')).toBe(0);
    expect(now.find('halyard_symbols', { state: 'live' })).toBeGreaterThan(0);
    expect(now.find('halyard_data_disk_free_bytes')).toBeGreaterThan(0);
    expect(now.find('process_cpu_seconds_total')).toBeGreaterThan(0);
  });

  it('counts an order, its commit, and a rejection with its code', async () => {
    const trader = await floor.trader();
    const before = await look();
    await trader.open({ ...BUY, amount: 100 });
    const tooMuch = { ...BUY, amount: 61_000 };
    const { code } = rejectionOf(await send(trader.socket, 'openPosition', tooMuch));
    const after = await look();
    const grown = (name: string, labels: Readonly<Record<string, string>> = {}): number =>
      (after.find(name, labels) ?? 0) - (before.find(name, labels) ?? 0);
    expect(grown('halyard_orders_total', { kind: 'open-position', outcome: 'done' })).toBe(1);
    expect(grown('halyard_order_commit_duration_seconds_count')).toBeGreaterThan(0);
    expect(grown('halyard_engine_batch_size_sum')).toBeGreaterThanOrEqual(1);
    expect(grown('halyard_orders_total', { kind: 'open-position', outcome: 'rejected' })).toBe(1);
    expect(grown('halyard_order_rejections_total', { code })).toBe(1);
    expect(after.find('halyard_quotes_total', { symbol: 'BTCUSD' })).toBeGreaterThan(0);
    expect(after.find('halyard_live_sockets')).toBeGreaterThan(0);
  });

  it('counts requests by their declared route, never by their address', async () => {
    const before = await look();
    await fetch(`${floor.server().url}/health/live`);
    await fetch(`${floor.server().url}/api/transactions/get/a-secret-token`);
    const after = await look();
    const live = { route: '/health/live', method: 'GET', status: '200' };
    const count = 'http_request_duration_seconds_count';
    expect((after.find(count, live) ?? 0) - (before.find(count, live) ?? 0)).toBe(1);
    expect(after.text).not.toContain('a-secret-token');
  });

  it('counts sent and rejected mails', async () => {
    const before = await look();
    const email = 'metrics@example.test';
    const { url } = floor.server();
    await fetch(`${url}/api/accounts/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        first_name: 'Test',
        last_name: 'Customer',
        phone: '+4930123456',
        agree: true,
        email,
        password: PASSWORD,
      }),
    });
    await eventually(async () => {
      const sent = (await look()).find('halyard_mails_total', { outcome: 'sent' }) ?? 0;
      expect(sent).toBeGreaterThan(before.find('halyard_mails_total', { outcome: 'sent' }) ?? 0);
    });
    expect((await look()).text).not.toContain(email);
  });

  it('has every metric of alerts, dashboards and documentation', async () => {
    const { text } = await look();
    const known = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
    const named = [...listNamedMetrics()];
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((name) => !known.has(name) && !known.has(familyOf(name)))).toEqual([]);
    await expect(metricsPage(text)).toMatchFileSnapshot('../../../../docs/operate/metrics.md');
  });

  const title = 'passes the linter of Prometheus';
  it.skipIf(!hasPromtool)(hasPromtool ? title : `${title}: SKIPPED, no promtool`, async () => {
    const { text } = await look();
    const { stderr } = spawnSync('promtool', ['check', 'metrics'], {
      input: text,
      encoding: 'utf8',
    });
    // The library has names of its own from before the naming rules.
    const problems = stderr.split('\n').filter((line) => !/^(nodejs_.*|)$/.test(line));
    expect(problems).toEqual([]);
  });
});

describeOnDatabase('metrics of the stores', (database) => {
  it('show a deposit, waiting work, and a ledger that does not balance', async () => {
    const environment = { METRICS_PORT: '0', METRICS_TOKEN: TOKEN };
    const server = await startServer({ database, environment });
    const look = async (): Promise<Scrape> => await scrape(server.metricsUrl);
    try {
      expect((await look()).find('halyard_ledger_imbalance_cents')).toBe(0);
      await server.query(
        `insert into jobs (kind, key, payload, created_at, due_at)
         values ('mail.sweep-files', 'test', '{}', now(), now() + interval '1 day')`,
      );
      // A posting that no engine would write.
      await server.query(
        `insert into postings (id, kind, reference, unique_key, posted_at)
         values (9000000000, 'adjustment', 'test', 'test-metrics', now())`,
      );
      await server.query(
        `insert into ledger_entries (posting_id, line, account, customer_id, amount_cents)
         values (9000000000, 1, 'house:trading', null, 7)`,
      );
      await new Promise((resolve) => setTimeout(resolve, STORES_READ_EVERY_MS));
      const now = await look();
      expect(now.find('halyard_ledger_imbalance_cents')).toBe(7);
      const kind = { queue: 'jobs', kind: 'mail.sweep-files' };
      expect(now.find('halyard_jobs_waiting', kind)).toBeGreaterThanOrEqual(1);
      expect(now.find('halyard_withdrawals_waiting')).toBe(0);
    } finally {
      await server.stop();
    }
  }, 60_000);
});

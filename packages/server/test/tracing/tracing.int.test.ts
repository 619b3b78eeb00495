// Traces of a running program, as a collector receives them.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startOtlpCollector, type CollectedSpan, type OtlpCollector } from '@halyard/testkit';
import type { PositionAnswer } from '@halyard/contract/live';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLog } from '#platform/log/log.ts';
import { createTracer } from '#platform/tracing/tracing.ts';
import { eventually } from '../support/eventually.ts';
import { stagePrices } from '../support/staged-prices.ts';
import {
  dataOf,
  send,
  signUpTrader,
  startServer,
  type TestServer,
} from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { BUY, SELL } from '../support/trader.ts';

const EMAIL = 'traced@example.com';
const SEND_EVERY_MS = 20;

describeOnDatabase('traces', (database) => {
  let collector: OtlpCollector;
  let server: TestServer;
  let folder = '';
  beforeAll(async () => {
    collector = await startOtlpCollector();
    folder = mkdtempSync(join(tmpdir(), 'halyard-prices-'));
    const environment = { ...stagePrices(folder), TRACES_URL: collector.url, PAYMENTS: 'sandbox' };
    server = await startServer({ database, environment, traceSendMs: SEND_EVERY_MS });
  });
  afterAll(async () => {
    await server.stop();
    await collector.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const findBy = async (isMeant: (span: CollectedSpan) => boolean): Promise<CollectedSpan> => {
    await eventually(async () => expect(collector.spans.some(isMeant)).toBe(true));
    return collector.spans.find(isMeant) ?? expect.fail('it has gone');
  };
  const find = async (name: string): Promise<CollectedSpan> =>
    await findBy((span) => span.name === name);
  /** The names from the span up to the root of its trace. */
  const pathOf = (span: CollectedSpan): readonly string[] => {
    const parent = collector.spans.find(
      ({ spanId, traceId }) => spanId === span.parentSpanId && traceId === span.traceId,
    );
    return parent === undefined ? [span.name] : [span.name, ...pathOf(parent)];
  };

  it('show one order from the click to the commit and its journal entry', async () => {
    const { access_token: token } = await signUpTrader(server, EMAIL, '1000');
    const socket = await server.connect('/positions', token);
    const order = { ...BUY, amount: 100 };
    const { position } = dataOf(await send<PositionAnswer>(socket, 'openPosition', order));
    dataOf(
      await send<PositionAnswer>(socket, 'closePosition', { id: position.id, price: SELL.price }),
    );
    const command = await find('engine close-position');
    expect(command.attributes).toMatchObject({ 'halyard.outcome': 'done' });
    const commit = await findBy(({ parentSpanId }) => parentSpanId === command.spanId);
    expect(pathOf(commit)).toEqual(['commit', 'engine close-position', 'event closePosition']);
    expect(commit.attributes).toEqual({
      'halyard.batch_size': '1',
      'halyard.journal_entries': '1',
    });
    expect(commit.durationNs).toBeGreaterThan(0n);
  });

  it('name a request by its route and carry its request id', async () => {
    const reply = await server.post('/api/accounts/login', { email: EMAIL, password: 'wrong' });
    const requestId = reply.headers.get('x-request-id');
    const span = await find('POST /api/accounts/login');
    expect(span.attributes).toEqual({
      'http.request.method': 'POST',
      'http.route': '/api/accounts/login',
      'http.response.status_code': String(reply.status),
      'halyard.request_id': requestId,
    });
    expect(span.isFailed).toBe(false);
  });

  it('show jobs of the queues', async () => {
    const span = await find('outbox mail');
    expect(span.attributes['halyard.attempt']).toBe('1');
  });

  it('contain no customer data', () => {
    const sent = collector.bodies.join('\n');
    expect(sent.length).toBeGreaterThan(1_000);
    expect(sent).not.toContain(EMAIL);
    expect(sent).not.toMatch(/accountId|customer|amount|\b127\.0\.0\.1\b/i);
  });
});

it('loses spans, and nothing else, while the collector fails', async () => {
  const collector = await startOtlpCollector();
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const tracer = createTracer({
    url: collector.url,
    percent: 100,
    version: '1',
    log,
    sendEveryMs: 3_600_000,
  });
  collector.failWith(503);
  for (let count = 0; count < 10_000; count += 1) {
    tracer.begin({ name: 'step', kind: 'internal' }).end();
  }
  await tracer.close();
  expect(collector.spans).toHaveLength(0);
  expect(collector.requestCount()).toBe(1);
  const warned = lines.filter((line) => line.includes('spans are lost'));
  expect(warned).toHaveLength(1);
  // 4,096 wait at most; of them the last request held 512.
  expect(JSON.parse(warned[0] ?? '')).toMatchObject({ lost: 10_000 - 4_096 + 512 });
  await collector.close();
});

it('records the configured share of traces, each complete', async () => {
  const collector = await startOtlpCollector();
  const log = createLog('silent');
  const tracer = createTracer({ url: collector.url, percent: 25, version: '1', log });
  for (let count = 0; count < 400; count += 1) {
    await tracer.trace({ name: 'outer', kind: 'internal' }, async () => {
      tracer.begin({ name: 'inner', kind: 'internal' }).end();
    });
  }
  await tracer.close();
  const outer = collector.spans.filter(({ name }) => name === 'outer');
  expect(outer.length).toBeGreaterThan(50);
  expect(outer.length).toBeLessThan(160);
  expect(collector.spans).toHaveLength(2 * outer.length);
  await collector.close();
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  TIMELINE_KINDS,
  TIMELINE_READ,
  TIMELINE_ROWS,
} from '@halyard/contract/backoffice/customer-page';
import type { getTimeline, TimelineEvent } from '@halyard/contract/backoffice/customer-page';
import type { ReplyOf } from '@halyard/contract/route';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { settle, type Household } from '../access/household.ts';
import { signInStaff } from '../support/staff.ts';
import { stagePrices } from '../support/staged-prices.ts';
import { dataOf, startServer, type TestServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';

const BASE = '/api/backoffice';
type TimelinePage = ReplyOf<typeof getTimeline>;

describeOnDatabase('the timeline of a customer', (database) => {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-prices-'));
  let server: TestServer;
  let household: Household;
  let admin: string;

  beforeAll(async () => {
    server = await startServer({ database, environment: stagePrices(folder) });
    household = await settle(server, 'chronicler');
    admin = (await signInStaff(server, 'admin@staff.example', 'admin')).token;
  }, 180_000);
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  it('has one timeline of all events, paged without gaps or repeats', async () => {
    const path = `${BASE}/customers/${household.customerId}/timeline`;
    const read = async (query: string): Promise<TimelinePage> =>
      dataOf((await server.get<TimelinePage>(`${path}?${query}`, { token: admin })).envelope);
    const note = { reason: 'asked for by telephone' };
    await server.post(`${BASE}/customers/${household.customerId}/note`, note, { token: admin });
    // More than a page, many at one moment.
    await server.query(
      `insert into customer_notes (customer_id, author, text, created_at)
       select $1, 'staff:1', 'note ' || n, timestamptz '2020-01-01' + (n / 40) * interval '1 us'
       from generate_series(1, 130) n`,
      [household.customerId],
    );
    const events: TimelineEvent[] = [];
    for (let next: string | null = ''; next !== null;) {
      const page: TimelinePage = await read(next === '' ? '' : `after=${next}`);
      expect(page.events.length).toBeLessThanOrEqual(TIMELINE_ROWS);
      events.push(...page.events);
      next = page.next;
    }
    expect(new Set(events.map(({ key }) => key)).size).toBe(events.length);
    expect(events.filter(({ kind }) => kind === 'notes')).toHaveLength(131);
    const times = events.map(({ at }) => Date.parse(at));
    expect(times).toEqual(times.toSorted((one, other) => other - one));
    expect(new Set(events.map(({ kind }) => kind))).toEqual(new Set(TIMELINE_KINDS));
    for (const kind of TIMELINE_KINDS) {
      const { events: some } = await read(`kind=${kind}`);
      expect(some).toEqual(events.filter((event) => event.kind === kind).slice(0, TIMELINE_ROWS));
    }
    expect((await read('kind=withdrawals')).events[0]).toMatchObject({
      event: 'Withdrawal',
      amount: -77.75,
      link: { resource: 'withdrawals' },
    });
    const opened = (await read('kind=trades')).events.filter(({ event }) => event === 'buy');
    expect(opened).toMatchObject([
      { detail: 'BTCUSD × 2', amount: 55.55 },
      { detail: 'BTCUSD × 2', amount: 1_013.37 },
    ]);
    const forged = Buffer.from('["1","x\' or true --"]').toString('base64url');
    for (const after of ['nonsense', forged]) {
      const { envelope } = await server.get(`${path}?after=${after}`, { token: admin });
      expect(envelope).toMatchObject({ status: 'error', code: 'invalid' });
    }
  });

  it('shows each role only the kinds of timeline events that it can read, also on request', async () => {
    const path = `${BASE}/customers/${household.customerId}/timeline`;
    for (const role of ['support', 'compliance', 'finance', 'dealing'] as const) {
      const { token } = await signInStaff(server, `${role}@staff.example`, role);
      for (const kind of TIMELINE_KINDS) {
        const { envelope } = await server.get<TimelinePage>(`${path}?kind=${kind}`, { token });
        const code = envelope.status === 'error' ? envelope.code : 'success';
        const mayRead = TIMELINE_READ[kind].includes(role);
        expect(code, `${role} ${kind}`).toBe(mayRead ? 'success' : 'forbidden');
      }
      const { events } = dataOf((await server.get<TimelinePage>(path, { token })).envelope);
      expect(events.every(({ kind }) => TIMELINE_READ[kind].includes(role))).toBe(true);
      expect(events.some(({ kind }) => kind === 'sign-ins')).toBe(
        TIMELINE_READ['sign-ins'].includes(role),
      );
    }
    const unknown = await server.get(`${BASE}/customers/99999999/timeline`, { token: admin });
    expect(unknown.envelope).toMatchObject({ status: 'error', code: 'not-found' });
  });
});

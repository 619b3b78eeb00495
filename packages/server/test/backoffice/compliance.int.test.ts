// The verification queue, from the first upload to the decision.
import type { ComplianceCase } from '@halyard/contract/backoffice/desk/compliance';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signInStaff } from '../support/staff.ts';
import { dataOf, signUp, startServer, type TestServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';

type Queue = { readonly cases: readonly ComplianceCase[]; readonly more: boolean };

const BASE = '/api/backoffice';

describeOnDatabase('the verification queue', (database) => {
  let server: TestServer;
  let token: string;
  let ids: readonly number[] = [];

  beforeAll(async () => {
    server = await startServer({ database });
    token = (await signInStaff(server, 'compliance@staff.example', 'compliance')).token;
    const people = ['anna', 'ben', 'cem', 'dora'].map((name) => `${name}@example.com`);
    const sessions = [];
    for (const email of people) sessions.push(await signUp(server, email));
    ids = sessions.map(({ user }) => user.id);
  });
  afterAll(() => server.stop());

  const queue = async () =>
    dataOf((await server.get<Queue>(`${BASE}/compliance`, { token })).envelope);
  const caseOf = async (id: number) => (await queue()).cases.find((one) => one.customer_id === id);
  const add = async (customer: number, kind: string, status: string, at: string) =>
    await server.query(
      `insert into documents (customer_id, kind, status, format, bytes, file_id, key_name,
         uploaded_at, judged_at, judged_by)
       values ($1, $2, $3, 'jpeg', 9, gen_random_uuid(), 'test', $4::timestamptz,
         case when $3 = 'processing' then null else $4::timestamptz + interval '1 hour' end,
         case when $3 = 'processing' then null else 'staff:1' end)`,
      [customer, kind, status, at],
    );
  const [anna, ben, cem, dora] = [0, 1, 2, 3].map((at) => () => ids[at] ?? expect.fail('nobody'));
  const idOf = (one: (() => number) | undefined) => one?.() ?? expect.fail('nobody');

  it('is empty while nothing waits', async () => {
    expect(await queue()).toMatchObject({ cases: [], more: false });
  });

  it('lists each customer once, those who wait longest first', async () => {
    await add(idOf(ben), 'passport', 'processing', '2026-03-02T10:00:00Z');
    await add(idOf(ben), 'address', 'processing', '2026-03-01T10:00:00Z');
    await add(idOf(anna), 'passport', 'rejected', '2026-02-01T10:00:00Z');
    await add(idOf(anna), 'passport', 'processing', '2026-03-01T11:00:00Z');
    const { cases } = await queue();
    expect(cases.map((one) => one.customer_id)).toEqual([idOf(ben), idOf(anna)]);
    expect(cases[0]).toMatchObject({
      email: 'ben@example.com',
      step: 'documents',
      waiting_since: '2026-03-01T10:00:00.000Z',
      documents: [
        { kind: 'address', status: 'processing' },
        { kind: 'passport', status: 'processing', uploaded_at: '2026-03-02T10:00:00.000Z' },
      ],
      appropriateness: 'not-answered',
      status: 'active',
      rejected: 0,
      profile_changed: false,
      links: 0,
      highest_score: null,
    });
    // Of each kind only the latest document is shown; the rejected one is counted.
    expect(cases[1]?.documents).toMatchObject([{ kind: 'passport', status: 'processing' }]);
    expect(cases[1]?.rejected).toBe(1);
  });

  it('keeps a customer whose documents are approved until somebody verifies them', async () => {
    await add(idOf(cem), 'passport', 'approved', '2026-02-01T10:00:00Z');
    expect(await caseOf(idOf(cem))).toBeUndefined();
    await add(idOf(cem), 'address', 'approved', '2026-02-02T10:00:00Z');
    expect(await caseOf(idOf(cem))).toMatchObject({
      step: 'verification',
      waiting_since: '2026-02-02T11:00:00.000Z',
    });
    await server.operator('customer', 'verify', 'cem@example.com');
    expect(await caseOf(idOf(cem))).toBeUndefined();
  });

  it('shows what speaks against a customer', async () => {
    await add(idOf(dora), 'passport', 'processing', '2026-03-03T10:00:00Z');
    const link = async (other: number, score: number, status: string) =>
      await server.query(
        `insert into account_links (first_id, second_id, score, hedges, was_protected, evidence,
           status, found_at, updated_at, decided_by, decided_at, note, decided_score)
         values (least($1::bigint, $2::bigint), greatest($1::bigint, $2::bigint), $3, 0, false,
           '{"shared": [], "hedges": []}', $4, now(), now(),
           case when $4 = 'open' then null else 'staff:1' end,
           case when $4 = 'open' then null else now() end,
           case when $4 = 'open' then null else 'seen' end,
           case when $4 = 'open' then null else $3::int end)`,
        [idOf(dora), other, score, status],
      );
    await link(idOf(anna), 45, 'open');
    await link(idOf(ben), 90, 'dismissed');
    await server.query(
      `insert into appropriateness_attempts (customer_id, version, begun_at, answered_at, answers,
         score, has_passed) values ($1, '1', now(), now(), '{}', 1, false)`,
      [idOf(dora)],
    );
    await server.query(
      `insert into audit_events (at, actor, action, subject)
       values (now(), 'customer:' || $1::bigint, 'customer.profile', 'customer:' || $1::bigint)`,
      [idOf(dora)],
    );
    await server.operator('customer', 'close-only', 'dora@example.com', 'a question is open');
    expect(await caseOf(idOf(dora))).toMatchObject({
      appropriateness: 'failed',
      status: 'close-only',
      profile_changed: true,
      links: 1,
      highest_score: 45,
    });
  });

  it('is for compliance only, and leaves out closed accounts', async () => {
    const support = await signInStaff(server, 'support@staff.example', 'support');
    const { envelope } = await server.get(`${BASE}/compliance`, support);
    expect(envelope).toMatchObject({ code: 'forbidden' });
    await server.query('update customers set closed_at = now() where id = $1', [idOf(dora)]);
    expect(await caseOf(idOf(dora))).toBeUndefined();
  });
});

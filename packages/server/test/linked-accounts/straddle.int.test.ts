// Two accounts of one person hold opposite positions. A gap costs one of them more than it has, and
// the other keeps the profit.
import type { LinkEvidence } from '@halyard/contract/backoffice/linked-accounts';
import { MINUTE_MS } from '@halyard/core/time';
import { beforeAll, expect, it } from 'vitest';
import { report } from '#features/linked-accounts/daily-report.ts';
import { createLinkedAccounts } from '#features/linked-accounts/linked-accounts.ts';
import type { LinkedAccounts } from '#features/linked-accounts/linked-accounts.ts';
import type { OperatorMessage } from '#features/notifications/notifications.ts';
import { requestWithdrawal } from '#features/payments/withdrawals/request-withdrawal.ts';
import { open } from '../engine/engine-fixture.ts';
import { openFixture, withdrawalOf } from '../payments/payments-fixture.ts';
import { describeOnDatabase } from '../support/test-database.ts';

const START = 9_000_000;
const GAP = 6_000_000;
const HOME = '203.0.113.7';
const OTHER_HOME = '203.0.113.8';
const OFFICE = '198.51.100.1';
const IBAN = 'DE89 3704 0044 0532 0130 00';
const OTHER_IBAN = 'GB82 WEST 1234 5698 7654 32';
const ACTOR = 'staff:1';

/** A row of account_links as far as the tests look at it. */
type Row = {
  readonly id: number;
  readonly score: number;
  readonly hedges: number;
  readonly was_protected: boolean;
  readonly status: string;
  readonly evidence: LinkEvidence;
};

describeOnDatabase('linked accounts', (database) => {
  const fixture = openFixture(database);
  const notified: OperatorMessage[] = [];
  let linked: LinkedAccounts;
  let people = 0;

  beforeAll(() => {
    linked = createLinkedAccounts(deps());
  });
  const deps = () => ({
    ...fixture.deps(),
    owner: fixture.engine(),
    // Withdrawals of the last minute wait for the next scan.
    clock: { nowMs: () => Date.now() + 2 * MINUTE_MS },
    notifications: {
      ...fixture.deps().notifications,
      notifyOperator: async (_tx: unknown, message: OperatorMessage) => void notified.push(message),
    },
    settings: { sharedProtection: true },
  });
  const scan = async (): Promise<void> => await linked.scan(new AbortController().signal);

  /** With a phone and a place of their own. */
  const person = async (network: string, euros = 1_000): Promise<number> => {
    const id = await fixture.customer(euros);
    people += 1;
    await fixture.rows('update customers set phone = $2 where id = $1', [
      id,
      `+4930990${people}00`,
    ]);
    await signIn(id, network);
    return id;
  };
  const signIn = async (id: number, network: string): Promise<void> => {
    await fixture.rows(
      `insert into sessions (id, kind, subject_id, token_hash, assurance, created_at, last_used_at,
         expires_at, ip, network, user_agent, device)
       values (gen_random_uuid(), 'customer', $1, encode(sha256(gen_random_uuid()::text::bytea), 'hex'),
         'full', now(), now(), now() + interval '1 day', $2, $2, 'Firefox', 'firefox-linux-de')`,
      [id, network],
    );
  };
  let orders = 0;
  const trade = async (id: number, direction: 'buy' | 'sell', euros = 900): Promise<void> => {
    orders += 1;
    const order = open(fixture.engine(), id, { direction, euros, leverage: 10 });
    expect(await fixture.engine().submit(`order:${orders}`, order)).toMatchObject({ kind: 'done' });
  };
  const close = async (id: number): Promise<void> => {
    orders += 1;
    const atMs = Date.now();
    const command = { kind: 'close-positions', accountId: id, atMs, which: 'all' } as const;
    await fixture.engine().submit(`close:${orders}`, command);
  };
  const withdraw = async (id: number, comments: string): Promise<void> => {
    const request = { ...withdrawalOf(id, 100), comments };
    expect(await requestWithdrawal(fixture.deps(), request)).toMatchObject({ kind: 'created' });
  };
  const linkOf = async (one: number, other: number): Promise<Row | undefined> => {
    const [row] = await fixture.rows(
      `select id, score, hedges, was_protected, status, evidence from account_links
       where first_id = least($1, $2::bigint) and second_id = greatest($1, $2::bigint)`,
      [one, other],
    );
    return row as Row | undefined;
  };
  const link = async (one: number, other: number): Promise<Row> =>
    (await linkOf(one, other)) ?? expect.fail('the accounts are not linked');

  it('lists a straddle that cost the broker, with its evidence, and a note of staff', async () => {
    await fixture.engine().tick('BTCUSD', START);
    const buyer = await person(HOME);
    const seller = await person(HOME);
    await trade(buyer, 'buy');
    await trade(seller, 'sell');
    await fixture.engine().tick('BTCUSD', GAP);
    await close(seller);
    expect(await fixture.cash(buyer)).toBe(0);
    expect(await fixture.cash(seller)).toBeGreaterThan(3_900);
    await scan();
    // The network 10, the device 15, one hedge 19 or 20, and 15 because protection paid.
    const found = await link(buyer, seller);
    expect(found).toMatchObject({ hedges: 1, was_protected: true, status: 'open' });
    expect([59, 60]).toContain(found.score);
    expect(found.evidence.shared).toEqual([
      { kind: 'device', label: HOME, accounts: 2, points: 15 },
      { kind: 'network', label: HOME, accounts: 2, points: 10 },
    ]);
    expect(found.evidence.hedges).toMatchObject([
      {
        symbol: 'BTCUSD',
        match_percent: 100,
        first: { direction: 'buy', exposure: 9_000 },
        second: { direction: 'sell', exposure: 9_000 },
      },
    ]);

    const choice = { id: found.id, status: 'reviewed', actor: ACTOR, note: 'brothers' } as const;
    expect(await linked.decide(choice)).toBe(true);
    expect(await linked.decide(choice)).toBe(false);
    expect(await linked.decide({ ...choice, id: 999_999 })).toBeUndefined();
    const audit = await fixture.rows(
      `select actor, action, subject, reason, after from audit_events
       where action like 'linked-accounts.%' order by subject`,
    );
    expect(audit).toMatchObject(
      [buyer, seller].map((id) => ({
        actor: ACTOR,
        action: 'linked-accounts.review',
        subject: `customer:${id}`,
        reason: 'brothers',
        after: { status: 'reviewed', link: found.id },
      })),
    );
  });

  it('lists two accounts that are paid to one bank account, in any spelling', async () => {
    const [one, other] = [await person('192.0.2.3'), await person('192.0.2.4')];
    await withdraw(one, `Please to ${IBAN}, Erika Muster`);
    await withdraw(other, IBAN.replaceAll(' ', '').toLowerCase());
    await scan();
    const found = await link(one, other);
    expect(found).toMatchObject({ score: 45, hedges: 0, was_protected: false, status: 'open' });
    expect(found.evidence.shared).toEqual([
      { kind: 'payout', label: 'DE89…3000', accounts: 2, points: 45 },
    ]);
  });

  it('lists no link for a network, a device or an opposite trade alone', async () => {
    await fixture.engine().tick('BTCUSD', START);
    const [one, other] = [await person(OFFICE), await person(OFFICE)];
    const stranger = await person(OTHER_HOME);
    await trade(one, 'buy', 100);
    await trade(stranger, 'sell', 100);
    await trade(other, 'buy', 100);
    await withdraw(one, OTHER_IBAN);
    await withdraw(stranger, 'to my bank');
    await scan();
    expect(await linkOf(one, other)).toBeUndefined();
    expect(await linkOf(one, stranger)).toBeUndefined();
    await close(one);
    await close(other);
    await close(stranger);
  });

  it('reopens a dismissed link only when its score rises much', async () => {
    await fixture.engine().tick('BTCUSD', START);
    const [one, other] = [await person('192.0.2.1'), await person('192.0.2.1')];
    await trade(one, 'buy', 100);
    await trade(other, 'sell', 100);
    await scan();
    const found = await link(one, other);
    await linked.decide({ id: found.id, status: 'dismissed', actor: ACTOR, note: 'a couple' });
    await scan();
    expect(await link(one, other)).toMatchObject({ status: 'dismissed' });
    await withdraw(one, OTHER_IBAN);
    await withdraw(other, OTHER_IBAN);
    await scan();
    expect(await link(one, other)).toMatchObject({ status: 'open' });
    await close(one);
    await close(other);
  });

  it('applies shared protection only to confirmed links, and ends it with the link', async () => {
    await fixture.engine().tick('BTCUSD', START);
    const [one, other] = [await person('192.0.2.2'), await person('192.0.2.2')];
    await trade(one, 'buy', 100);
    await trade(other, 'sell', 100);
    await scan();
    const { id } = await link(one, other);
    expect((await fixture.terms(one)).sharesProtection).toBeUndefined();
    await linked.decide({ id, status: 'confirmed', actor: ACTOR, note: 'one passport' });
    expect((await fixture.terms(one)).sharesProtection).toBe(true);
    expect((await fixture.terms(other)).sharesProtection).toBe(true);
    const shared = await fixture.rows(
      'select count(*) from customer_terms where shares_protection',
    );
    expect(shared).toEqual([{ count: 2 }]);
    await linked.decide({ id, status: 'dismissed', actor: ACTOR, note: 'twins' });
    expect((await fixture.terms(one)).sharesProtection).toBeUndefined();
    await close(one);
    await close(other);
  });

  it('mails the operator once a day what waits', async () => {
    await report(deps());
    const [first] = notified;
    expect(first?.subject).toMatch(
      /^Waiting for a decision: links between accounts \d+, shortfalls 0$/,
    );
    expect(first?.text).toContain('score 45, no opposite trades');
  });

  it('deletes what was collected about a closed account', async () => {
    const [row] = await fixture.rows('select first_id from account_links order by id limit 1');
    const customerId = Number(row?.['first_id']);
    const { db } = fixture.deps();
    await db.kysely.transaction().execute(async (tx) => await linked.erase(tx, customerId));
    const of = [customerId];
    expect(await fixture.rows('select 1 from account_traits where customer_id = $1', of)).toEqual(
      [],
    );
    const evidence = await fixture.rows(
      'select evidence from account_links where first_id = $1 or second_id = $1',
      of,
    );
    expect(evidence).toMatchObject([{ evidence: { shared: [] } }]);
  });
});

// What a gap leaves below zero on one of two linked accounts is settled by staff: the other account
// covers it as far as it can, and balance protection pays the rest.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createLinkedAccounts } from '#features/linked-accounts/linked-accounts.ts';
import type { LinkedAccounts } from '#features/linked-accounts/linked-accounts.ts';
import { readPlan, settleShortfall } from '#features/linked-accounts/settle-shortfall.ts';
import { saveReopened, saveSettling } from '#features/linked-accounts/shortfall-store.ts';
import { actOnWithdrawal } from '#features/payments/withdrawals/act-on-withdrawal.ts';
import { Outage } from '#platform/outage/outage.ts';
import { open, openedBy } from '../engine/engine-fixture.ts';
import { openFixture } from '../payments/payments-fixture.ts';
import { describeOnDatabase } from '../support/test-database.ts';

const START = 9_000_000;
const GAP = 6_000_000;
const ACTOR = 'staff:1';
const reason = 'one passport';

describeOnDatabase('a shortfall', (database) => {
  const fixture = openFixture(database);
  let linked: LinkedAccounts;
  const deps = () => ({
    ...fixture.deps(),
    owner: fixture.engine(),
    settings: { sharedProtection: true },
  });

  beforeAll(async () => {
    linked = createLinkedAccounts(deps());
    await linked.start();
  });
  afterAll(async () => {
    await fixture.deps().jobs.stop();
    await linked.close();
  });
  beforeEach(async () => {
    await fixture.engine().tick('BTCUSD', START);
  });

  const pair = async (one: number, other: number): Promise<number> => {
    const [row] = await fixture.rows(
      `insert into account_links (first_id, second_id, score, hedges, was_protected, evidence,
         found_at, updated_at)
       values ($1, $2, 80, 1, false, '{"shared":[],"hedges":[]}', now(), now()) returning id`,
      [one, other],
    );
    const id = Number(row?.['id']);
    expect(await linked.decide({ id, status: 'confirmed', actor: ACTOR, note: reason })).toBe(true);
    return id;
  };
  /** Two linked accounts, of which the first has lost € 3,000 of nominal 9,000 and had so many euros. */
  const straddle = async (poor: number, rich: number) => {
    const one = await fixture.customer(poor);
    const other = await fixture.customer(rich);
    const link = await pair(one, other);
    const order = open(fixture.engine(), one, { euros: 900, leverage: 10 });
    const positionId = openedBy(await fixture.engine().submit(`open:${one}`, order));
    await fixture.engine().tick('BTCUSD', GAP);
    await expect
      .poll(async () => (await rowOf(positionId))?.['status'], { timeout: 5_000 })
      .toBe('open');
    return { one, other, link, positionId, lost: await fixture.debt(one) };
  };
  /** Its decisions are stored, and nothing is booked. */
  const cutOff = () => ({
    ...deps(),
    engine: {
      ...fixture.engine(),
      account: async (id: number) => await fixture.engine().account(id),
      market: (symbol: string) => fixture.engine().market(symbol),
      submit: () => Promise.reject(new Outage('database', 'cut')),
    },
  });
  const rowOf = async (positionId: number) =>
    (await fixture.rows('select * from shortfalls where position_id = $1', [positionId]))[0];
  const settle = async (positionId: number, how: 'cover' | 'pay', actor = ACTOR) =>
    await linked.settle({ positionId, how, actor, reason });
  const noticesOf = async (customerId: number) =>
    (
      await fixture.rows('select kind from notifications where customer_id = $1 order by id', [
        customerId,
      ])
    )
      .map(({ kind }) => String(kind))
      .filter((kind) => kind.startsWith('shortfall'));
  const protectionPaid = async (positionId: number): Promise<number> => {
    const [row] = await fixture.rows(
      `select coalesce(-sum(e.amount_cents), 0)::bigint as cents from postings p
       join ledger_entries e on e.posting_id = p.id and e.account = 'house:protection'
       where p.reference = $1`,
      [`position:${positionId}`],
    );
    return Number(row?.['cents']) / 100;
  };

  it('is a debt, and blocks withdrawals of linked accounts, until it is settled', async () => {
    const { one, other, positionId, lost } = await straddle(1_000, 500);
    expect(lost).toBeGreaterThan(1_900);
    expect(await fixture.cash(one)).toBe(0);
    expect(await protectionPaid(positionId)).toBe(0);
    expect(await noticesOf(one)).toEqual(['shortfall-in-review']);
    const { id } = await fixture.withdrawal(other, 100);
    const act = async () =>
      await actOnWithdrawal(
        { ...fixture.deps(), linkedAccounts: linked },
        { id, action: 'approve', actor: ACTOR, reason },
      );
    expect(await act()).toMatchObject({ kind: 'refused', rejection: { code: 'shortfall-open' } });
    expect(await linked.listPurses(one)).toMatchObject([
      { accountId: other, availableCents: 40_000, heldCents: 10_000 },
    ]);

    // What is held for a withdrawal covers nothing.
    expect(await settle(positionId, 'cover')).toEqual({
      kind: 'settled',
      coveredCents: 40_000,
      paidCents: Math.round(lost * 100) - 40_000,
    });
    expect(await settle(positionId, 'cover')).toMatchObject({
      rejection: { code: 'transaction-stage' },
    });
    expect([await fixture.cash(other), await fixture.debt(one)]).toEqual([0, 0]);
    expect(await protectionPaid(positionId)).toBeCloseTo(lost - 400, 2);
    expect(await noticesOf(one)).toEqual(['shortfall-in-review', 'shortfall-settled']);
    expect(await noticesOf(other)).toEqual(['shortfall-covered']);
    expect(await act()).not.toMatchObject({ rejection: { code: 'shortfall-open' } });
    const audit = await fixture.rows(
      `select action from audit_events where subject = $1 and action like 'shortfall.%' order by id`,
      [`customer:${one}`],
    );
    expect(audit.map(({ action }) => action)).toEqual(['shortfall.cover', 'shortfall.settled']);
  });

  it('takes nothing from an account whose link was dismissed meanwhile', async () => {
    const { one, other, link, positionId, lost } = await straddle(1_000, 500);
    await linked.decide({ id: link, status: 'dismissed', actor: ACTOR, note: 'twins' });
    expect(await settle(positionId, 'cover')).toMatchObject({ coveredCents: 0 });
    expect([await fixture.cash(other), await fixture.debt(one)]).toEqual([500, 0]);
    expect(await protectionPaid(positionId)).toBeCloseTo(lost, 2);
  });

  it('is paid by balance protection alone when staff decide so', async () => {
    const { one, other, positionId, lost } = await straddle(1_000, 500);
    expect(await settle(positionId, 'pay')).toMatchObject({ coveredCents: 0 });
    expect([await fixture.cash(other), await fixture.debt(one)]).toEqual([500, 0]);
    expect(await protectionPaid(positionId)).toBeCloseTo(lost, 2);
  });

  it('needs two people above the limit for what linked accounts cover', async () => {
    const one = await fixture.customer(10_000);
    const other = await fixture.customer(20_000);
    await pair(one, other);
    const order = open(fixture.engine(), one, { euros: 9_500, leverage: 10 });
    const positionId = openedBy(await fixture.engine().submit(`open:${one}`, order));
    await fixture.engine().tick('BTCUSD', GAP);
    await expect.poll(async () => await rowOf(positionId), { timeout: 5_000 }).toBeDefined();
    // The operator's request is nobody's approval.
    expect(await settle(positionId, 'cover', 'operator:root')).toEqual({ kind: 'waiting' });
    const [first, second] = [await fixture.approver(), await fixture.approver()];
    expect(await settle(positionId, 'cover', first)).toEqual({ kind: 'waiting' });
    expect(await fixture.cash(other)).toBe(20_000);
    expect(await settle(positionId, 'cover', first)).toMatchObject({
      rejection: { code: 'second-person' },
    });
    expect(await settle(positionId, 'cover', second)).toMatchObject({ coveredCents: 2_000_000 });
    expect([await fixture.cash(other), await fixture.debt(one)]).toEqual([0, 0]);
  });

  it('needs two people above the limit for the broker’s part, whatever linked accounts cover', async () => {
    const [one, other] = [await fixture.customer(10_000), await fixture.customer(500)];
    await pair(one, other);
    const order = open(fixture.engine(), one, { euros: 9_500, leverage: 10 });
    const positionId = openedBy(await fixture.engine().submit(`open:${one}`, order));
    await fixture.engine().tick('BTCUSD', GAP);
    await expect.poll(async () => await rowOf(positionId), { timeout: 5_000 }).toBeDefined();
    const [first, second] = [await fixture.approver(), await fixture.approver()];
    expect(await settle(positionId, 'pay', first)).toEqual({ kind: 'waiting' });
    expect(await settle(positionId, 'cover', first)).toEqual({ kind: 'waiting' });
    const plans = await fixture.rows(
      `select action, content ->> 'plan' as plan from approvals where customer_id = $1 order by id`,
      [one],
    );
    expect(plans).toEqual([
      { action: 'shortfall-payment', plan: '' },
      { action: 'shortfall-cover', plan: `${other}=50000` },
    ]);
    // The linked account is emptied meanwhile: what was approved can't be done, and nothing is paid.
    await fixture.withdrawal(other, 450);
    const covers = readPlan(`${other}=50000`);
    const approve = { positionId, how: 'cover', covers, actor: second, reason } as const;
    expect(await linked.settle(approve)).toMatchObject({ rejection: { code: 'cover-impossible' } });
    expect(await settle(positionId, 'cover', second)).toEqual({ kind: 'waiting' });
    expect(await protectionPaid(positionId)).toBe(0);
    expect(await settle(positionId, 'pay', second)).toMatchObject({ coveredCents: 0 });
    expect([await fixture.cash(other), await fixture.debt(one)]).toEqual([50, 0]);
  });

  it('is booked once after an outage, and takes no more than is left', async () => {
    const { one, other, positionId, lost } = await straddle(1_000, 500);
    await expect(
      settleShortfall(cutOff(), { positionId, how: 'cover', actor: ACTOR, reason }),
    ).rejects.toThrow('cut');
    await fixture.withdrawal(other, 450);
    fixture.deps().jobs.start();
    await expect
      .poll(async () => (await rowOf(positionId))?.['status'], { timeout: 10_000 })
      .toBe('open');
    // Nobody has decided that the broker pays what the account no longer has.
    expect(await rowOf(positionId)).toMatchObject({ covered_cents: null, covers: [] });
    expect([await fixture.cash(other), await fixture.debt(one)]).toEqual([50, lost]);
    expect(await settle(positionId, 'cover')).toMatchObject({ coveredCents: 5_000 });
    expect([await fixture.cash(other), await fixture.debt(one)]).toEqual([0, 0]);
    expect(await protectionPaid(positionId)).toBeCloseTo(lost - 50, 2);
  });

  it('keeps what one account covered if another can’t, and is decided again', async () => {
    const { one, other, positionId, lost } = await straddle(1_000, 500);
    const third = await fixture.customer(300);
    await pair(one, third);
    await expect(
      settleShortfall(cutOff(), { positionId, how: 'cover', actor: ACTOR, reason }),
    ).rejects.toThrow('cut');
    await fixture.withdrawal(third, 200);
    await expect
      .poll(async () => (await rowOf(positionId))?.['status'], { timeout: 10_000 })
      .toBe('open');
    const booked = { accountId: other, amountCents: 50_000, isBooked: true };
    expect(await rowOf(positionId)).toMatchObject({ covers: [booked] });
    expect([await fixture.cash(other), await fixture.cash(third)]).toEqual([0, 100]);
    expect(await settle(positionId, 'cover')).toMatchObject({ coveredCents: 60_000 });
    expect([await fixture.cash(third), await fixture.debt(one)]).toEqual([0, 0]);
    expect(await protectionPaid(positionId)).toBeCloseTo(lost - 600, 2);
  });

  it('is not reopened by a late run of an earlier decision', async () => {
    const { positionId } = await straddle(1_000, 500);
    const { kysely } = fixture.deps().db;
    const decision = { positionId, covers: [], actor: ACTOR, reason };
    await saveSettling(kysely, { ...decision, atMs: START });
    expect(await saveReopened(kysely, { positionId, covers: [], atMs: START - 1 })).toBe(false);
    expect(await rowOf(positionId)).toMatchObject({ status: 'settling' });
    expect(await saveReopened(kysely, { positionId, covers: [], atMs: START })).toBe(true);
    expect(await rowOf(positionId)).toMatchObject({ status: 'open', decided_by: null });
  });
});

// Random deeds of customers, staff and providers on one customer's money, held against a naive
// oracle of cash, what is set aside and what is owed. The seed is printed when it fails.
import { cents } from '@halyard/core/money';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { actOnDeposit } from '#features/payments/deposits/act-on-deposit.ts';
import {
  actOnWithdrawal,
  type WithdrawalAction,
} from '#features/payments/withdrawals/act-on-withdrawal.ts';
import { createDeposit } from '#features/payments/deposits/create-deposit.ts';
import { recoverTransactions } from '#features/payments/recover-transactions.ts';
import { requestWithdrawal } from '#features/payments/withdrawals/request-withdrawal.ts';
import { settleDeposit, type Settlement } from '#features/payments/deposits/settle-deposit.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { cutPower, PowerCut } from './cut-power.ts';
import { openFixture, type FixtureDeps, requestOf, withdrawalOf } from './payments-fixture.ts';

const SEQUENCES = 12;
const STEPS = 25;
const START_CENTS = 50_000;

const OUTCOMES = ['approved', 'failed', 'cancelled', 'refunded', 'charged-back'] as const;
const ACTIONS = ['cancel', 'approve', 'reject', 'pay', 'bounce'] as const;

/** `which` picks among what there is by then; `cutAt` is where the power goes off, if at all. */
const step = fc.record({
  what: fc.oneof(
    fc.constant({ kind: 'deposit' as const }),
    fc.record({
      kind: fc.constant('confirm' as const),
      cents: fc.integer({ min: 1, max: 40_000 }),
    }),
    fc.record({
      kind: fc.constant('settle' as const),
      outcome: fc.constantFrom(...OUTCOMES),
      isExact: fc.integer({ min: 0, max: 5 }).map((value) => value > 0),
    }),
    fc.record({
      kind: fc.constant('withdraw' as const),
      cents: fc.integer({ min: 1, max: 60_000 }),
    }),
    fc.record({ kind: fc.constant('act' as const), action: fc.constantFrom(...ACTIONS) }),
  ),
  which: fc.nat(1_000),
  cutAt: fc.oneof(fc.constant(99), fc.integer({ min: 0, max: 4 })),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

type Deposit = { id: string; status: string; taken: Map<string, number>; cents: number };
type Withdrawal = { id: string; status: string; cents: number };

/** What should be so, in cents. */
type Oracle = {
  cash: number;
  held: number;
  debt: number;
  readonly deposits: Deposit[];
  readonly withdrawals: Withdrawal[];
};

const LEADS: Readonly<Record<WithdrawalAction, Readonly<Record<string, string>>>> = {
  cancel: { pending: 'cancelled' },
  approve: { pending: 'processing' },
  reject: { pending: 'rejected', processing: 'rejected' },
  pay: { processing: 'approved' },
  bounce: { approved: 'failed' },
};

describeOnDatabase('random payment actions', (database) => {
  const fixture = openFixture(database);

  it('conserve money, interrupted or repeated', async () => {
    const property = fc.asyncProperty(
      fc.array(step, { minLength: STEPS, maxLength: STEPS }),
      async (steps) => {
        const customerId = await fixture.customer(START_CENTS / 100);
        const oracle: Oracle = {
          cash: START_CENTS,
          held: 0,
          debt: 0,
          deposits: [],
          withdrawals: [],
        };
        for (const one of steps) {
          await perform(customerId, oracle, one);
          const now = {
            cash: Math.round((await fixture.cash(customerId)) * 100),
            held: Math.round((await fixture.held(customerId)) * 100),
            debt: Math.round((await fixture.debt(customerId)) * 100),
          };
          expect([one, now]).toEqual([
            one,
            { cash: oracle.cash, held: oracle.held, debt: oracle.debt },
          ]);
        }
      },
    );
    await fc.assert(property, { numRuns: SEQUENCES, endOnFailure: true });
  }, 120_000);

  /** Does it with power cuts on the way until it is through, then once more where that is no harm. */
  const through = async (cutAt: number, act: (deps: FixtureDeps) => Promise<unknown>) => {
    const end = await act(cutPower(fixture.deps(), cutAt)).catch((error: unknown) => error);
    if (!(end instanceof PowerCut)) return;
    await recoverTransactions(fixture.deps());
    await act(fixture.deps());
  };

  const perform = async (customerId: number, oracle: Oracle, one: Step): Promise<void> => {
    const { what, which, cutAt } = one;
    switch (what.kind) {
      case 'deposit': {
        if (oracle.deposits.filter(({ status }) => status === 'pending').length >= 20) return;
        const created = await createDeposit(fixture.deps(), requestOf(customerId));
        if (created.kind === 'refused') expect.fail(JSON.stringify(created.rejection));
        const { id } = created.transaction;
        oracle.deposits.push({ id, status: 'pending', taken: new Map(), cents: 25_000 });
        return;
      }
      case 'confirm': {
        const deposit = oracle.deposits[which % Math.max(1, oracle.deposits.length)];
        if (deposit === undefined) return;
        await through(
          cutAt,
          async (deps) =>
            await actOnDeposit(deps, {
              id: deposit.id,
              action: 'confirm',
              receivedCents: cents(what.cents),
              actor: 'operator:ann',
              reason: 'random',
            }),
        );
        // A card deposit is staff's only once it is in review.
        if (deposit.status !== 'in-review') return;
        Object.assign(deposit, { status: 'approved', cents: what.cents });
        oracle.cash += what.cents;
        return;
      }
      case 'settle': {
        const deposit = oracle.deposits[which % Math.max(1, oracle.deposits.length)];
        if (deposit === undefined) return;
        const amount = what.isExact ? deposit.cents : deposit.cents + 1;
        const settlement: Settlement = {
          transactionId: deposit.id,
          provider: 'paymaxis',
          providerReference: `payment-of-${deposit.id}`,
          outcome: what.outcome,
          amountCents: cents(amount),
          currency: 'EUR',
          evidence: {},
        };
        await through(cutAt, async (deps) => await settleDeposit(deps, settlement));
        settleByOracle(oracle, deposit, { outcome: what.outcome, amount });
        return;
      }
      case 'withdraw': {
        const request = {
          ...withdrawalOf(customerId, what.cents / 100),
          requestId: `withdrawal-${oracle.withdrawals.length}-${which}-${what.cents}-${oracle.cash}`,
        };
        if (oracle.withdrawals.filter(({ status }) => isOpen(status)).length >= 20) return;
        await through(cutAt, async (deps) => await requestWithdrawal(deps, request));
        if (what.cents > oracle.cash - oracle.debt) return;
        const again = await requestWithdrawal(fixture.deps(), request);
        if (again.kind === 'refused') expect.fail(JSON.stringify(again.rejection));
        const { id, status } = again.transaction;
        if (oracle.withdrawals.some((known) => known.id === id)) return;
        oracle.withdrawals.push({ id, status, cents: what.cents });
        oracle.cash -= what.cents;
        oracle.held += what.cents;
        return;
      }
      case 'act': {
        const withdrawal = oracle.withdrawals[which % Math.max(1, oracle.withdrawals.length)];
        if (withdrawal === undefined) return;
        const { id } = withdrawal;
        const { action } = what;
        await through(
          cutAt,
          async (deps) =>
            await actOnWithdrawal(deps, { id, action, actor: 'operator:ann', reason: 'random' }),
        );
        const to = LEADS[action][withdrawal.status];
        if (to === undefined) return;
        withdrawal.status = to;
        if (to === 'cancelled' || to === 'rejected' || to === 'approved') {
          oracle.held -= withdrawal.cents;
        }
        if (to !== 'approved' && to !== 'processing') oracle.cash += withdrawal.cents;
        return;
      }
    }
  };
});

function isOpen(status: string): boolean {
  return status === 'pending' || status === 'processing';
}

function settleByOracle(
  oracle: Oracle,
  deposit: Deposit,
  { outcome, amount }: { readonly outcome: Settlement['outcome']; readonly amount: number },
): void {
  const { status, taken } = deposit;
  if (outcome === 'failed' || outcome === 'cancelled') {
    if (status === 'pending') deposit.status = outcome;
    return;
  }
  if (outcome === 'approved') {
    if (status === 'in-review' || status === 'approved') return;
    if (amount !== deposit.cents) {
      deposit.status = 'in-review';
      return;
    }
    deposit.status = 'approved';
    oracle.cash += amount;
    return;
  }
  if (status !== 'approved') {
    deposit.status = 'in-review';
    return;
  }
  const total = [...taken.values()].reduce((sum, one) => sum + one, 0);
  if (taken.has(outcome) || amount > deposit.cents - total) return;
  taken.set(outcome, amount);
  for (const withdrawal of oracle.withdrawals.filter((one) => isOpen(one.status))) {
    withdrawal.status = 'cancelled';
    oracle.held -= withdrawal.cents;
    oracle.cash += withdrawal.cents;
  }
  const covered = Math.min(amount, oracle.cash);
  oracle.cash -= covered;
  oracle.debt += amount - covered;
}

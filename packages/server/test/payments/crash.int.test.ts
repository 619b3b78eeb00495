import { cents } from '@halyard/core/money';
import { expect, it } from 'vitest';
import { actOnDeposit } from '#features/payments/deposits/act-on-deposit.ts';
import {
  actOnWithdrawal,
  type WithdrawalAction,
} from '#features/payments/withdrawals/act-on-withdrawal.ts';
import { recoverTransactions } from '#features/payments/recover-transactions.ts';
import { requestWithdrawal } from '#features/payments/withdrawals/request-withdrawal.ts';
import { settleDeposit, type Settlement } from '#features/payments/deposits/settle-deposit.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { cutPower, PowerCut } from './cut-power.ts';
import { openFixture, withdrawalOf, type FixtureDeps } from './payments-fixture.ts';

const START_EUROS = 1_000;
const CUTS_MAX = 10;
const STAFF = { actor: 'operator:test', reason: 'test' } as const;

/** What a customer has, in euros, how the transaction stands, and the engine's status of the account. */
type Picture = readonly [cash: number, held: number, debt: number, status: string, account: string];

type Story = {
  readonly before: Picture;
  readonly after: Picture;
  /** Brings a new customer to where the story begins; gives them and the transaction. */
  begin(): Promise<{ readonly customerId: number; readonly id: string }>;
  /** What may be cut short. */
  act(deps: FixtureDeps, id: string): Promise<unknown>;
};

describeOnDatabase('a power cut', (database) => {
  const fixture = openFixture(database);

  const settlement = (id: string, outcome: Settlement['outcome']): Settlement => ({
    transactionId: id,
    provider: 'paymaxis',
    providerReference: `payment-of-${id}`,
    outcome,
    amountCents: cents(25_000),
    currency: 'EUR',
    evidence: {},
  });
  const pendingDeposit = async (methodId: 1 | 2) => {
    const customerId = await fixture.customer(START_EUROS);
    const { id } = await fixture.deposit(customerId, { methodId });
    return { customerId, id };
  };
  const withdrawalAt = async (...actions: readonly WithdrawalAction[]) => {
    const customerId = await fixture.customer(START_EUROS);
    const { id } = await fixture.withdrawal(customerId, 400);
    for (const action of actions) {
      const done = await actOnWithdrawal(fixture.deps(), { id, action, ...STAFF });
      expect(done.kind).toBe('done');
    }
    return { customerId, id };
  };
  const staff = (action: WithdrawalAction) => async (deps: FixtureDeps, id: string) =>
    await actOnWithdrawal(deps, { id, action, ...STAFF });

  const STORIES: Readonly<Record<string, Story>> = {
    'a success from the provider': {
      before: [1000, 0, 0, 'pending', 'active'],
      after: [1250, 0, 0, 'approved', 'active'],
      begin: async () => await pendingDeposit(1),
      act: async (deps, id) => await settleDeposit(deps, settlement(id, 'approved')),
    },
    'a confirmation by staff': {
      before: [1000, 0, 0, 'pending', 'active'],
      after: [1240, 0, 0, 'approved', 'active'],
      begin: async () => await pendingDeposit(2),
      act: async (deps, id) =>
        await actOnDeposit(deps, {
          id,
          action: 'confirm',
          receivedCents: cents(24_000),
          ...STAFF,
        }),
    },
    'a charge-back': {
      before: [100, 1150, 0, 'approved', 'active'],
      // The engine cancels the withdrawal, whose money covers it.
      after: [1000, 0, 0, 'approved', 'close-only'],
      begin: async () => {
        const begun = await pendingDeposit(1);
        await settleDeposit(fixture.deps(), settlement(begun.id, 'approved'));
        await fixture.withdrawal(begun.customerId, 1150);
        return begun;
      },
      act: async (deps, id) => await settleDeposit(deps, settlement(id, 'charged-back')),
    },
    'an approval': {
      before: [600, 400, 0, 'pending', 'active'],
      after: [600, 400, 0, 'processing', 'active'],
      begin: async () => await withdrawalAt(),
      act: staff('approve'),
    },
    'a payout': {
      before: [600, 400, 0, 'processing', 'active'],
      after: [600, 0, 0, 'approved', 'active'],
      begin: async () => await withdrawalAt('approve'),
      act: staff('pay'),
    },
    'a rejection': {
      before: [600, 400, 0, 'processing', 'active'],
      after: [1000, 0, 0, 'rejected', 'active'],
      begin: async () => await withdrawalAt('approve'),
      act: staff('reject'),
    },
    'a customer’s own cancelling': {
      before: [600, 400, 0, 'pending', 'active'],
      after: [1000, 0, 0, 'cancelled', 'active'],
      begin: async () => await withdrawalAt(),
      act: staff('cancel'),
    },
    'a bounced payout': {
      before: [600, 0, 0, 'approved', 'active'],
      after: [1000, 0, 0, 'failed', 'active'],
      begin: async () => await withdrawalAt('approve', 'pay'),
      act: staff('bounce'),
    },
  };

  const picture = async (customerId: number, id: string): Promise<Picture> => [
    await fixture.cash(customerId),
    await fixture.held(customerId),
    await fixture.debt(customerId),
    (await fixture.get(id)).status,
    (await fixture.terms(customerId)).status,
  ];

  it.each(Object.entries(STORIES))(
    'at any step of %s leaves it undone, or is completed by the next start',
    async (_, { before, after, begin, act }) => {
      for (let cut = 0; cut < CUTS_MAX; cut += 1) {
        const { customerId, id } = await begin();
        expect(await picture(customerId, id)).toEqual(before);
        const end = await act(cutPower(fixture.deps(), cut), id).catch((error: unknown) => error);
        await recoverTransactions(fixture.deps());
        expect([cut, await picture(customerId, id)]).toEqual([cut, cut === 0 ? before : after]);
        // Whoever does not know what became of it does it again.
        await act(fixture.deps(), id);
        expect([cut, await picture(customerId, id)]).toEqual([cut, after]);
        expect((await fixture.get(id)).next).toBeNull();
        if (!(end instanceof PowerCut)) return;
      }
      expect.fail('the story has more effects than cuts');
    },
  );

  it('at any step of a withdrawal request holds its funds once or not at all', async () => {
    for (const [euros, afterCut] of [
      [400, [600, 400, 1]],
      [1000.01, [1000, 0, 0]],
    ] as const) {
      for (let cut = 0; cut < CUTS_MAX; cut += 1) {
        const customerId = await fixture.customer(START_EUROS);
        const request = { ...withdrawalOf(customerId, euros), requestId: 'mine' };
        const end = await requestWithdrawal(cutPower(fixture.deps(), cut), request).catch(
          (error: unknown) => error,
        );
        await recoverTransactions(fixture.deps());
        const count = async () =>
          (
            await fixture.rows(
              `select id from transactions where customer_id = $1 and type_id = 6`,
              [customerId],
            )
          ).length;
        const now = [await fixture.cash(customerId), await fixture.held(customerId), await count()];
        expect([cut, now]).toEqual([cut, cut === 0 ? [1000, 0, 0] : afterCut]);
        await requestWithdrawal(fixture.deps(), request);
        const again = [
          await fixture.cash(customerId),
          await fixture.held(customerId),
          await count(),
        ];
        expect([cut, again]).toEqual([cut, afterCut]);
        if (!(end instanceof PowerCut)) break;
      }
    }
  });
});

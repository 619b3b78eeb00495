import { cents } from '@halyard/core/money';
import { MINUTE_MS } from '@halyard/core/time';
import { expect, it } from 'vitest';
import { beginAttempt } from '#features/payments/deposits/begin-attempt.ts';
import { endAbandonedDeposits } from '#features/payments/deposits/end-abandoned.ts';
import { recoverTransactions } from '#features/payments/recover-transactions.ts';
import { settleDeposit, type Settlement } from '#features/payments/deposits/settle-deposit.ts';
import type { Transaction } from '#features/payments/transaction.ts';
import { Outage } from '#platform/outage/outage.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { openFixture } from './payments-fixture.ts';

let references = 0;

function settlementOf(transaction: Transaction, change: Partial<Settlement> = {}): Settlement {
  references += 1;
  return {
    transactionId: transaction.id,
    provider: 'paymaxis',
    providerReference: `payment-${references}`,
    outcome: 'approved',
    amountCents: cents(25_000),
    currency: 'EUR',
    evidence: { state: 'COMPLETED' },
    ...change,
  };
}

describeOnDatabase('settling a deposit', (database) => {
  const fixture = openFixture(database);
  const settle = async (settlement: Settlement) => await settleDeposit(fixture.deps(), settlement);
  const ready = async (): Promise<{ customerId: number; deposit: Transaction }> => {
    const customerId = await fixture.customer();
    return { customerId, deposit: await fixture.deposit(customerId) };
  };

  it('completes deposits that a crash interrupted before or after the booking', async () => {
    for (const isBooked of [false, true]) {
      const { customerId, deposit } = await ready();
      const { engine } = fixture.deps();
      const cut = {
        ...fixture.deps(),
        engine: {
          ...engine,
          account: async (id: number) => await engine.account(id),
          submit: async (...command: Parameters<typeof engine.submit>) => {
            if (isBooked) await engine.submit(...command);
            throw new Error('the power went off');
          },
        },
      };
      await expect(settleDeposit(cut, settlementOf(deposit))).rejects.toThrow('power');
      expect((await fixture.get(deposit.id)).status).toBe('pending');
      expect(await recoverTransactions(fixture.deps())).toBe(1);
      expect(await recoverTransactions(fixture.deps())).toBe(0);
      expect(await fixture.get(deposit.id)).toMatchObject({ status: 'approved', next: null });
      expect(await fixture.cash(customerId)).toBe(251);
    }
  });

  it('completes the others if one fails, and that one later', async () => {
    const first = await ready();
    const second = await ready();
    const { engine } = fixture.deps();
    const failing = (customerIds: readonly number[], error: Error) => ({
      ...fixture.deps(),
      engine: {
        ...engine,
        account: async (id: number) => await engine.account(id),
        submit: async (...[id, command]: Parameters<typeof engine.submit>) => {
          if (customerIds.includes(command.accountId)) throw error;
          return await engine.submit(id, command);
        },
      },
    });
    const both = failing([first.customerId, second.customerId], new Error('the power went off'));
    for (const { deposit } of [first, second]) {
      await expect(settleDeposit(both, settlementOf(deposit))).rejects.toThrow('power');
    }
    for (const error of [new TypeError('a bug'), new Outage('database', 'statement timeout')]) {
      const deps = failing([first.customerId], error);
      expect(await recoverTransactions(deps)).toBe(error instanceof TypeError ? 1 : 0);
    }
    expect((await fixture.get(second.deposit.id)).status).toBe('approved');
    expect((await fixture.get(first.deposit.id)).status).toBe('pending');
    expect(await recoverTransactions(fixture.deps())).toBe(1);
    expect((await fixture.get(first.deposit.id)).status).toBe('approved');
  });

  it('cancels card deposits that are not paid within half an hour, and credits a late payment', async () => {
    const { customerId, deposit } = await ready();
    const sent = await fixture.deposit(customerId);
    await beginAttempt(fixture.deps(), {
      customerId,
      provider: 'paymaxis',
      transactionId: sent.id,
    });
    const transfer = await fixture.deposit(customerId, { methodId: 2, provider: undefined });
    const later = (minutes: number) => ({
      ...fixture.deps(),
      clock: { nowMs: () => Date.now() + minutes * MINUTE_MS },
    });
    await endAbandonedDeposits(later(27));
    expect((await fixture.get(deposit.id)).status).toBe('pending');
    expect((await fixture.get(sent.id)).status).toBe('processing');
    await endAbandonedDeposits(later(29));
    expect((await fixture.get(deposit.id)).status).toBe('cancelled');
    expect((await fixture.get(sent.id)).status).toBe('cancelled');
    expect((await fixture.get(transfer.id)).status).toBe('pending');
    const attempt = { customerId, provider: 'paymaxis', transactionId: deposit.id };
    expect(await beginAttempt(fixture.deps(), attempt)).toEqual({ kind: 'not-found' });
    for (const [late, cash] of [
      [deposit, 251],
      [sent, 501],
    ] as const) {
      expect(await settle(settlementOf(late))).toMatchObject({ kind: 'settled' });
      expect(await fixture.cash(customerId)).toBe(cash);
      // Reported a second time it is credited once.
      await settle(settlementOf(late));
      expect(await fixture.cash(customerId)).toBe(cash);
    }
    await endAbandonedDeposits(later(60));
    expect((await fixture.get(sent.id)).status).toBe('approved');
  });
});

// Refunds and charge-backs of a provider that can't be asked: Ikajo without its status address. Its
// messages are signed, but not their status and amount, so a person decides.
import { cents } from '@halyard/core/money';
import { expect, it } from 'vitest';
import { actOnDeposit } from '#features/payments/deposits/act-on-deposit.ts';
import { actOnWithdrawal } from '#features/payments/withdrawals/act-on-withdrawal.ts';
import { createIkajo, signWebhook } from '#features/payments/providers/ikajo.ts';
import { judgeEvent } from '#features/payments/providers/judge-event.ts';
import { insertPayment } from '#features/payments/providers/payment-store.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { openFixture } from './payments-fixture.ts';

const PASSWORD = 'secret';
const IKAJO = createIkajo({
  url: 'https://ikajo.example/pay',
  key: 'key',
  password: PASSWORD,
  statusUrl: undefined,
  isTest: true,
  pageHosts: [],
});
const EMAIL = 'payer@b.example';
const CARD = '411111******1111';

describeOnDatabase('a provider that can not be asked', (database) => {
  const fixture = openFixture(database);
  const deps = () => ({
    ...fixture.deps(),
    providers: new Map(),
    call: async () => await Promise.reject(new Error('nobody is asked')),
  });
  /** What Ikajo sends of an order, read and judged as the job does. */
  const say = async (order: string, status: string, number = '1'): Promise<string> => {
    const sign = signWebhook({ email: EMAIL, password: PASSWORD, order, card: '4111111111' });
    const fields = { id: number, order, status, amount: '250.00', currency: 'EUR' };
    const body = Buffer.from(
      new URLSearchParams({ ...fields, email: EMAIL, card: CARD, sign }).toString(),
    );
    const read = IKAJO.readWebhook({ body, contentType: '', headers: {} });
    if (read.kind !== 'event') return read.reason;
    return await judgeEvent(deps(), IKAJO, { ...read, source: 'event 1' });
  };
  const started = async () => {
    const customerId = await fixture.customer(1);
    const { id } = await fixture.deposit(customerId, { provider: 'ikajo' });
    const payment = { transactionId: id, provider: 'ikajo', startedAtMs: Date.now() } as const;
    await insertPayment(fixture.deps().db.kysely, payment);
    return { customerId, id };
  };
  const act = async (id: string, action: 'book-return' | 'clear' | 'confirm') => {
    const about = { id, actor: 'system', reason: 'asked them by telephone' };
    return await actOnDeposit(
      fixture.deps(),
      action === 'confirm'
        ? { ...about, action, receivedCents: cents(25_000) }
        : { ...about, action },
    );
  };
  const credited = async () => {
    const one = await started();
    expect(await say(one.id, 'SALE')).toBe('in-review');
    expect((await act(one.id, 'confirm')).kind).toBe('done');
    expect(await fixture.cash(one.customerId)).toBe(251);
    return one;
  };

  it.each([
    ['CHARGEBACK', 'a charge-back', 'close-only'],
    ['REFUND', 'a refund', 'active'],
  ])('lets staff book its %s, which the provider does not confirm', async (word, named, status) => {
    const { customerId, id } = await credited();
    expect(await say(id, word)).toBe('in-review');
    const marked = await fixture.get(id);
    expect(marked).toMatchObject({ status: 'approved' });
    expect(marked.review).toContain(`reported ${named}`);
    // Said again it is the same; nothing is booked by it.
    expect(await say(id, word, '2')).toBe('in-review');
    expect(await fixture.cash(customerId)).toBe(251);
    expect((await act(id, 'book-return')).kind).toBe('done');
    expect(await fixture.cash(customerId)).toBe(1);
    expect((await fixture.terms(customerId)).status).toBe(status);
    expect((await fixture.get(id)).review).toBeNull();
    // What is booked is not reported again.
    expect(await say(id, word, '3')).toBe('approved');
    expect((await fixture.get(id)).review).toBeNull();
  });

  it('blocks approval and payment of withdrawals until staff have decided', async () => {
    const { customerId, id } = await credited();
    const waiting = await fixture.withdrawal(customerId, 20);
    const approved = await fixture.withdrawal(customerId, 30);
    const decide = async (one: string, action: 'approve' | 'pay' | 'reject') =>
      await actOnWithdrawal(fixture.deps(), { id: one, action, actor: 'system', reason: 'x' });
    expect((await decide(approved.id, 'approve')).kind).toBe('done');
    await say(id, 'CHARGEBACK');
    const stopped = { kind: 'refused', rejection: { code: 'return-reported' } };
    expect(await decide(waiting.id, 'approve')).toMatchObject(stopped);
    expect(await decide(approved.id, 'pay')).toMatchObject(stopped);
    // Somebody else's go on, and what is rejected keeps the money here.
    const other = await fixture.withdrawal(await fixture.customer(50), 10);
    expect((await decide(other.id, 'approve')).kind).toBe('done');
    expect((await decide(waiting.id, 'reject')).kind).toBe('done');
    expect((await act(id, 'clear')).kind).toBe('done');
    expect((await decide(approved.id, 'pay')).kind).toBe('done');
  });

  it('shows staff who confirm a deposit that it was charged back', async () => {
    const { id } = await started();
    expect(await say(id, 'CHARGEBACK')).toBe('in-review');
    expect((await fixture.get(id)).review).toContain('reported a charge-back');
  });

  it('does not change a deposit once staff have decided that nothing was returned', async () => {
    const { customerId, id } = await credited();
    await say(id, 'CHARGEBACK');
    expect((await act(id, 'clear')).kind).toBe('done');
    expect((await fixture.get(id)).review).toBeNull();
    expect(await fixture.cash(customerId)).toBe(251);
  });
});

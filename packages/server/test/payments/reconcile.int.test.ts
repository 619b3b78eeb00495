// A day's payments held against the provider's own word, in both directions.
import type { reconcileProvider } from '@halyard/contract/backoffice/treasury';
import type { ReplyOf } from '@halyard/contract/route';
import { HOUR_MS } from '@halyard/core/time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { signInStaff } from '../support/staff.ts';
import { dataOf, OPERATOR } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { openShop, type Buyer, type Shop } from './shop.ts';

type Reconciled = ReplyOf<typeof reconcileProvider>;

describeOnDatabase('reconciliation with providers', (database) => {
  let shop: Shop;
  let buyer: Buyer;
  beforeAll(async () => {
    shop = await openShop(database);
    buyer = await shop.buyer();
  });
  afterAll(async () => {
    await shop.close();
  });
  const reconcile = async (...words: readonly string[]) => {
    const { code, printed } = await shop.server().operator('reconcile', ...words);
    return { code, printed };
  };
  const approve = async (provider: 'paymaxis' | 'ipaytotal'): Promise<string> => {
    shop.sandboxes[provider].webhooks.travel('held');
    const id = await shop.start(buyer, provider);
    shop.sandboxes[provider].approve(id);
    await shop.deliver(shop.messageOf(provider, id));
    await eventually(async () => expect(await shop.statusOf(buyer, id)).toBe('Approved'));
    return id;
  };

  it('finds no difference where both agree', async () => {
    await approve('paymaxis');
    await approve('ipaytotal');
    await shop.start(buyer, 'paymaxis');
    for (const name of ['paymaxis', 'iPayTotal']) {
      const { code, printed } = await reconcile(name);
      expect(printed.at(-1), printed.join('\n')).toContain('0 differ');
      expect(code).toBe(0);
    }
    expect((await reconcile('paymaxis', '2020-01-01')).printed[0]).toContain('0 payments');
    expect(await reconcile('paymaxis', '2026-02-31')).toEqual({
      code: 2,
      printed: ['2026-02-31 is not a day such as 2026-11-20.'],
    });
  });

  it('reports deposits credited here with another amount at the provider', async () => {
    const id = await approve('paymaxis');
    const payment = shop.sandboxes.paymaxis.find(id);
    if (payment !== undefined) payment.amount = '200';
    const { code, printed } = await reconcile('paymaxis');
    expect(printed).toContain(`${id} is credited here, and EUR 200.00 was paid there.`);
    expect(code).toBe(1);
    const { token } = await signInStaff(shop.server(), 'books@staff.example', 'finance');
    const day = new Date().toISOString().slice(0, 10);
    const wanted = { provider: 'paymaxis', day, reason: 'the end of the day' };
    const call = { token };
    const reply = await shop.server().post<Reconciled>('/api/backoffice/reconcile', wanted, call);
    const { rows, payments } = dataOf(reply.envelope);
    expect(rows[0]).toEqual({
      reference: id,
      here: { status: 'approved', amount: 250 },
      there: { outcome: 'succeeded', amount: 200, currency: 'EUR' },
      difference: `${id} is credited here, and EUR 200.00 was paid there.`,
    });
    expect(rows.slice(1).map(({ difference }) => difference)).toEqual(
      Array.from({ length: payments - 1 }, () => null),
    );
    if (payment !== undefined) payment.amount = '250';
    shop.sandboxes.paymaxis.decline(id);
    const again = await reconcile('paymaxis');
    expect(again.printed).toContain(`${id} is credited here, and failed there.`);
    shop.sandboxes.paymaxis.approve(id);
  });

  it('credits payments that were not reported to us, and reports them', async () => {
    shop.sandboxes.ipaytotal.webhooks.travel('lost');
    const id = await shop.start(buyer, 'ipaytotal');
    shop.sandboxes.ipaytotal.approve(id);
    const { code, printed } = await reconcile('ipaytotal');
    expect(printed.join('\n')).toContain(`${id} was processing here, and EUR 250.00 paid there`);
    expect(code).toBe(1);
    expect(await shop.statusOf(buyer, id)).toBe('Approved');
    const events = await shop
      .server()
      .query(
        `select actor, subject, after from audit_events where action = 'payments.reconcile' order by id`,
      );
    expect(events.at(-1)).toEqual({
      actor: OPERATOR,
      subject: 'provider:ipaytotal',
      after: { day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
    });
  });

  it('books returns that were not reported to us, and reports them', async () => {
    for (const provider of ['paymaxis', 'ipaytotal'] as const) {
      const id = await approve(provider);
      const before = await shop.balanceOf(buyer);
      shop.sandboxes[provider].webhooks.travel('lost');
      shop.sandboxes[provider].refund(id);
      const { code, printed } = await reconcile(provider);
      expect(printed).toContain(`${id}: EUR 250.00 was refunded there, and only now here.`);
      expect(code).toBe(1);
      expect(await shop.balanceOf(buyer)).toBe(before - 250);
      const again = await reconcile(provider);
      expect(again.printed.join('\n')).not.toContain(id);
      expect(await shop.balanceOf(buyer)).toBe(before - 250);
    }
  });

  it('reports payments at the provider that are unknown here', async () => {
    const { url } = shop.sandboxes.paymaxis;
    const body = { paymentType: 'DEPOSIT', amount: 9, currency: 'EUR', referenceId: 'STRANGER' };
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${shop.environment['PAYMAXIS_KEY']}`,
    };
    const request = { method: 'POST', headers, body: JSON.stringify(body) };
    expect((await fetch(`${url}/api/v1/payments`, request)).status).toBe(200);
    shop.sandboxes.paymaxis.approve('STRANGER');
    const { printed } = await reconcile('paymaxis');
    expect(printed).toContain('STRANGER: EUR 9.00 paid there, and not known here.');
  });

  it('creates the report every night', async () => {
    const before = shop.server().log.length;
    shop.server().advance(28 * HOUR_MS);
    await eventually(() => {
      const lines = shop.server().log.slice(before).join('\n');
      expect(lines).toContain('differs from the provider');
    });
  });

  it('rejects invalid arguments', async () => {
    expect((await reconcile()).code).toBe(2);
    expect((await reconcile('paymaxis', 'yesterday')).code).toBe(2);
    expect((await reconcile('titan')).printed).toEqual(['titan is not a connected provider.']);
  });
});

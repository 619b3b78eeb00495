// Every provider over real HTTP: whatever it says, how often, in which order, and whoever else says
// it, a deposit is credited exactly once or not at all.
import { HOUR_MS, MINUTE_MS } from '@halyard/core/time';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Webhook } from '@halyard/testkit';
import { eventually } from '../support/eventually.ts';
import { cancelOnPage, payOnPage, type TypedCard } from '../support/hosted-page.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { openShop, PROVIDERS, type Buyer, type ProviderName, type Shop } from './shop.ts';

const CARDS: Readonly<Record<ProviderName, { readonly good: TypedCard; readonly bad: TypedCard }>> =
  {
    paymaxis: { good: { number: '4000000000000408' }, bad: { number: '4000000000000416' } },
    ipaytotal: { good: { number: '4242424242424242' }, bad: { number: '4000000000000002' } },
    ikajo: {
      good: { number: '4111111111111111', month: '01' },
      bad: { number: '4111111111111111', month: '02' },
    },
    payway: { good: { number: '4111111111111111' }, bad: { number: '4000000000000002' } },
  };

describeOnDatabase('payments through providers', (database) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop(database);
  });
  afterAll(async () => {
    const { printed } = await shop.server().operator('audit');
    await shop.close();
    expect(printed.at(-1)).toContain('everything agrees');
  });

  it('ends deposits without news, and credits a later success once', async () => {
    const buyer = await shop.buyer();
    const ids = new Map<ProviderName, string>();
    for (const provider of PROVIDERS) {
      shop.sandboxes[provider].webhooks.travel('lost');
      ids.set(provider, await shop.start(buyer, provider));
    }
    const isOpen = async (): Promise<boolean> =>
      (await shop.list(buyer)).some((one) => one.transaction_status === 'Processing');
    for (let asked = 0; asked < 40 && (await isOpen()); asked += 1) {
      shop.server().advance(12 * HOUR_MS);
      await shop.barrier();
    }
    for (const [provider, id] of ids) {
      expect(await shop.statusOf(buyer, id)).toBe('Cancelled');
      shop.sandboxes[provider].approve(id);
      const message = shop.messageOf(provider, id);
      await Promise.all([shop.deliver(message), shop.deliver(message)]);
      await eventually(async () => expect(await shop.statusOf(buyer, id)).toBe('Approved'));
    }
    expect(await shop.balanceOf(buyer)).toBe(1000);
  });

  it('learns the result by a query if no webhook arrives', async () => {
    const buyer = await shop.buyer();
    for (const provider of ['paymaxis', 'ipaytotal'] as const) {
      shop.sandboxes[provider].webhooks.travel('lost');
      const id = await shop.start(buyer, provider);
      shop.sandboxes[provider].approve(id);
      shop.server().advance(2 * MINUTE_MS);
      await eventually(async () => expect(await shop.statusOf(buyer, id)).toBe('Approved'));
    }
    expect(await shop.balanceOf(buyer)).toBe(500);
  });

  it('queries again after a query that timed out', async () => {
    const server = shop.server();
    const buyer = await shop.buyer();
    shop.sandboxes.paymaxis.webhooks.travel('lost');
    const id = await shop.start(buyer, 'paymaxis');
    shop.sandboxes.paymaxis.approve(id);
    await server.query(`create function refuse() returns trigger language plpgsql as $$
      begin raise exception 'refused'; end $$`);
    await server.query(`create trigger refuse before update on transactions
      for each row execute function refuse()`);
    await server.query('update jobs set attempts = 11 where key = $1', [`${id}:0`]);
    server.advance(2 * MINUTE_MS);
    await eventually(async () => {
      const [first] = await server.query('select dead_at from jobs where key = $1', [`${id}:0`]);
      expect(first?.['dead_at']).not.toBeNull();
    });
    await server.query('drop trigger refuse on transactions');
    server.advance(5 * MINUTE_MS);
    await eventually(async () => expect(await shop.statusOf(buyer, id)).toBe('Approved'));
  });

  it('never starts a payment twice when the provider’s reply is lost', async () => {
    const buyer = await shop.buyer();
    const { paymaxis } = shop.sandboxes;
    const id = await shop.create(buyer, 'paymaxis');
    await shop.list(buyer);
    const path = '/api/transaction/send/paymaxis';
    const send = async () =>
      await shop.server().post(path, { transaction_id: id }, { token: buyer.token });
    const asked = paymaxis.requests.length;
    paymaxis.fail(502);
    expect((await send()).status).toBe(409);
    paymaxis.fail(undefined);
    expect((await send()).status).toBe(409);
    const posts = paymaxis.requests.slice(asked).filter((line) => line.startsWith('POST'));
    expect(posts).toHaveLength(1);
    expect(await shop.statusOf(buyer, id)).toBe('Processing');
  });

  it('tells the customer if the provider is unavailable or declines', async () => {
    const buyer = await shop.buyer();
    const { paymaxis } = shop.sandboxes;
    paymaxis.fail(400);
    const id = await shop.create(buyer, 'paymaxis');
    await shop.list(buyer);
    const body = { transaction_id: id };
    const reply = await shop
      .server()
      .post('/api/transaction/send/paymaxis', body, { token: buyer.token });
    paymaxis.fail(undefined);
    expect(reply.envelope).toMatchObject({ status: 'error', code: 'provider-refused' });
    expect(await shop.statusOf(buyer, id)).toBe('Failed');
  });

  it('trusts its own query more than a signed message', async () => {
    const buyer = await shop.buyer();
    const { ikajo } = shop.sandboxes;
    ikajo.webhooks.travel('held');
    const id = await shop.start(buyer, 'ikajo');
    ikajo.approve(id);
    // The inquiry knows better than the signed message.
    const message = shop.messageOf('ikajo', id);
    ikajo.decline(id);
    await shop.deliver(message);
    await eventually(async () => expect(await shop.statusOf(buyer, id)).toBe('Failed'));
  });

  it('lets pages send forms to the connected providers and nowhere else', async () => {
    const { headers } = await fetch(`${shop.server().url}/login`);
    const policy = headers.get('content-security-policy') ?? '';
    const [, targets] = /form-action ([^;]*)/.exec(policy) ?? [];
    const { ikajo, payway } = shop.sandboxes;
    expect(targets?.split(' ').filter((one) => one.startsWith('http:'))).toEqual([
      ikajo.url,
      payway.url,
    ]);
  });

  it('rejects webhooks of unknown providers, of another type, and too large ones', async () => {
    const message = { orderRef: '', headers: { 'content-type': 'application/json' }, body: '{}' };
    const at = (name: string) => `${shop.server().url}/api/transaction/update/${name}`;
    const answer = async (change: Partial<Webhook>) =>
      (await shop.deliver({ ...message, url: at('paymaxis'), ...change })).status;
    expect(await answer({ url: at('titan') })).toBe(404);
    expect(await answer({ headers: { 'content-type': 'application/xml' } })).toBe(415);
    expect(await answer({ body: ' '.repeat(70_000) })).toBe(413);
    expect(await answer({})).toBe(401);
    expect(await answer({ url: at('ikajo') })).toBe(400);
    expect(await answer({ url: at('iPayTotal'), body: '[' })).toBe(400);
    expect((await fetch(at('paymaxis'))).status).toBe(405);
  });

  describe.each(PROVIDERS)('%s', (provider) => {
    let buyer: Buyer;
    /** What the buyer must have: every credited deposit once. */
    let euros = 0;
    const sandbox = () => shop.sandboxes[provider];
    const status = async (id: string) => await shop.statusOf(buyer, id);
    const reaches = async (id: string, wanted: string | RegExp) =>
      await eventually(async () => expect(await status(id)).toMatch(wanted));
    const credited = async (id: string) => {
      await reaches(id, 'Approved');
      euros += 250;
      expect(await shop.balanceOf(buyer)).toBe(euros);
    };
    /** A deposit that the provider has approved, and its message, which has not arrived. */
    const approved = async (): Promise<{ id: string; message: Webhook }> => {
      sandbox().webhooks.travel('held');
      const id = await shop.start(buyer, provider);
      sandbox().approve(id);
      return { id, message: shop.messageOf(provider, id) };
    };
    const declined = async (): Promise<{ id: string; message: Webhook }> => {
      const { id, message } = await approved();
      sandbox().decline(id);
      return { id, message };
    };

    beforeAll(async () => {
      buyer = await shop.buyer();
    });
    afterAll(async () => {
      await shop.barrier();
      expect(await shop.balanceOf(buyer)).toBe(euros);
    });

    it('credits a payment with a good card, whatever the case of the provider’s name [c-send-paymaxis] [c-send-ipaytotal] [c-send-ikajo] [c-send-payway] [c-send-answer]', async () => {
      sandbox().webhooks.travel('sent');
      const id = await shop.create(buyer, provider);
      const step = await shop.send(buyer, provider.toUpperCase(), id);
      const back = await payOnPage(step, CARDS[provider].good);
      expect(back).toContain(`${shop.server().url}/`);
      await credited(id);
    });

    it('credits nothing when the card is declined, or the customer cancels', async () => {
      sandbox().webhooks.travel('sent');
      const refused = await shop.create(buyer, provider);
      await payOnPage(await shop.send(buyer, provider, refused), CARDS[provider].bad);
      await reaches(refused, 'Failed');
      const left = await shop.create(buyer, provider);
      await cancelOnPage(await shop.send(buyer, provider, left));
      await reaches(left, /Failed|Cancelled/);
      expect(await shop.balanceOf(buyer)).toBe(euros);
    });

    it('credits once for twenty concurrent webhooks, on both addresses [c-webhook-singular] [c-webhook-plural]', async () => {
      const { id, message } = await approved();
      const plural = message.url.replace('/api/transaction/', '/api/transactions/');
      const answers = await Promise.all(
        Array.from(
          { length: 20 },
          async (_, index) =>
            await shop.deliver(index % 2 === 0 ? message : { ...message, url: plural }),
        ),
      );
      for (const { status: code, text } of answers) {
        expect(code).toBe(provider === 'payway' ? 303 : 200);
        if (provider === 'ikajo') expect(text).toBe('OK');
      }
      await credited(id);
    });

    it('stays credited when older or contrary messages come later', async () => {
      const { id, message } = await approved();
      await shop.deliver(message);
      await credited(id);
      sandbox().decline(id);
      await shop.deliver(shop.messageOf(provider, id));
      await shop.deliver(message);
      await shop.barrier();
      expect(await status(id)).toBe('Approved');
    });

    it('rejects a message with a changed field', async () => {
      const { id, message } = await declined();
      for (const changed of changesOf(message)) await shop.deliver(changed);
      await shop.barrier();
      expect(await status(id)).toMatch(/Processing|Failed/);
    });

    it('ignores a message at another provider’s address', async () => {
      const { id, message } = await approved();
      for (const other of PROVIDERS.filter((one) => one !== provider)) {
        await shop.deliver({ ...message, url: message.url.replace(provider, other) });
      }
      await shop.barrier();
      expect(await status(id)).toBe('Processing');
      await shop.deliver(message);
      await credited(id);
    });

    it('puts a deposit with another amount in review, and credits nothing', async () => {
      sandbox().webhooks.travel('held');
      for (const amount of ['249.99', '250.01', '0.01', '25000.00']) {
        const id = await shop.start(buyer, provider);
        const payment = sandbox().find(id);
        if (payment !== undefined) payment.amount = amount;
        sandbox().approve(id);
        await shop.deliver(shop.messageOf(provider, id));
        await reaches(id, 'In review');
      }
      expect(await shop.balanceOf(buyer)).toBe(euros);
    });

    it.skipIf(provider === 'payway')('puts a deposit with another currency in review', async () => {
      sandbox().webhooks.travel('held');
      const id = await shop.start(buyer, provider);
      const payment = sandbox().find(id);
      if (payment !== undefined) payment.currency = 'USD';
      sandbox().approve(id);
      await shop.deliver(shop.messageOf(provider, id));
      await reaches(id, 'In review');
      expect(await shop.balanceOf(buyer)).toBe(euros);
    });

    it.skipIf(provider === 'payway')('books a refund once, and never credits again', async () => {
      const { id, message } = await approved();
      await shop.deliver(message);
      await credited(id);
      sandbox().refund(id);
      const refund = shop.messageOf(provider, id);
      await Promise.all(Array.from({ length: 5 }, async () => await shop.deliver(refund)));
      await shop.barrier();
      await eventually(async () => expect(await shop.balanceOf(buyer)).toBe(euros - 250));
      euros -= 250;
      await shop.deliver(message);
      await shop.deliver({ ...message, body: message.body.replace(/}$/, ' }') });
      await shop.barrier();
      const rows = (await shop.list(buyer)).filter(
        (one) => one.transaction_id === id || one.original_id === id,
      );
      expect(rows.map(({ amount, transaction_status: how }) => [amount, how])).toEqual([
        [-250, 'Approved'],
        [250, 'Approved'],
      ]);
    });

    it('returns the same reply for a repeated deposit request', async () => {
      const id = await shop.create(buyer, provider);
      await shop.list(buyer);
      const again = { transaction_id: id };
      const path = `/api/transaction/send/${provider}`;
      const steps = await Promise.all(
        Array.from(
          { length: 5 },
          async () => await shop.server().post(path, again, { token: buyer.token }),
        ),
      );
      const known = steps.filter(({ status: code }) => code === 200);
      expect(known.length).toBeGreaterThan(0);
      for (const { status: code } of steps) expect([200, 409]).toContain(code);
      expect(await shop.send(buyer, provider, id)).toEqual(await shop.send(buyer, provider, id));
      const stranger = await shop.buyer();
      const reply = await shop.server().post(path, again, { token: stranger.token });
      expect(reply.status).toBe(404);
    });
  });
});

/** Each field of a message emptied, changed and dropped, and all of its success claims. */
function changesOf(message: Webhook): readonly Webhook[] {
  const isJson = message.headers['content-type'] === 'application/json';
  const fields = isJson
    ? (JSON.parse(message.body) as Record<string, unknown>)
    : Object.fromEntries(new URLSearchParams(message.body));
  const write = (changed: Readonly<Record<string, unknown>>): Webhook => ({
    ...message,
    body: isJson
      ? JSON.stringify(changed)
      : new URLSearchParams(changed as Record<string, string>).toString(),
  });
  return Object.keys(fields).flatMap((name) => {
    const { [name]: value, ...rest } = fields;
    const texts = [`${String(value)}1`, 'success', 'SALE', 'COMPLETED', '0', '25000', ''];
    const others = texts.filter((text) => text !== value);
    const dropped = value === '' ? [] : [write(rest)];
    return [...dropped, ...others.map((other) => write({ ...fields, [name]: other }))];
  });
}

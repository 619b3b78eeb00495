// Messages that nobody signed, and providers whose own answers lag behind their messages: no
// charge-back is lost, and none is booked that the provider does not know of.
import { assertPresent } from '@halyard/core/assertion';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@halyard/core/time';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Webhook } from '@halyard/testkit';
import {
  beginQuery,
  finishQuery,
  requestQuery,
  type Query,
} from '#features/payments/providers/query-store.ts';
import type { Database } from '#platform/db/db.ts';
import { eventually } from '../support/eventually.ts';
import { IS_EXTENDED } from '../support/extended.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { openShop, PROVIDERS, type Buyer, type ProviderName, type Shop } from './shop.ts';

const FLOOD = IS_EXTENDED ? 120 : 40;
const FLOOD_AT_ONCE = 20;
/** The refund or charge-back that the provider can tell of. */
const RETURNS = { paymaxis: 'refund', ipaytotal: 'chargeBack', ikajo: 'chargeBack' } as const;
type Returning = keyof typeof RETURNS;
/** Whose answers the tests make lag; a soak includes the other that answers in the same way. */
const ASKED = IS_EXTENDED ? (['ikajo', 'ipaytotal'] as const) : (['ikajo'] as const);

describeOnDatabase('unconfirmed messages about a payment', (database) => {
  let shop: Shop;
  let buyer: Buyer;
  let db: Database;
  beforeAll(async () => {
    shop = await openShop(database);
    db = await database.open();
  });
  afterAll(async () => {
    await db.close();
    const { printed } = await shop.server().operator('audit');
    await shop.close();
    expect(printed.at(-1)).toContain('everything agrees');
  });

  const status = async (id: string) => await shop.statusOf(buyer, id);
  const started = async (provider: ProviderName): Promise<string> => {
    buyer = await shop.buyer();
    shop.sandboxes[provider].webhooks.travel('held');
    return await shop.start(buyer, provider);
  };
  const credited = async (provider: ProviderName): Promise<string> => {
    const id = await started(provider);
    shop.sandboxes[provider].approve(id);
    await shop.deliver(shop.messageOf(provider, id));
    await eventually(async () => expect(await status(id)).toBe('Approved'));
    return id;
  };
  const giveBack = (provider: Returning, id: string): void =>
    shop.sandboxes[provider][RETURNS[provider]](id);
  const queriesOf = (provider: ProviderName): number =>
    shop.sandboxes[provider].requests.filter((line) => /transaction$|\/post$/.test(line)).length;
  const reviewOf = async (id: string): Promise<unknown> =>
    (await shop.server().query('select review from transactions where id = $1', [id]))[0]?.[
      'review'
    ];
  const claimsOf = async (id: string) =>
    await shop.server().query('select outcome from payment_claims where transaction_id = $1', [id]);
  const standing = async (): Promise<unknown> =>
    (
      await shop
        .server()
        .query(
          `select a.status from trading_accounts a join customers c on c.id = a.id where c.email = $1`,
          [buyer.email],
        )
    )[0]?.['status'];
  /** Lets time pass in steps, so that what is asked again is asked again in turn. */
  const pass = async (totalMs: number, stepMs: number): Promise<void> => {
    for (let passedMs = 0; passedMs < totalMs; passedMs += stepMs) {
      shop.server().advance(stepMs);
      await shop.barrier();
    }
  };

  const flood = async (genuine: Webhook, id: string): Promise<void> => {
    for (let from = 0; from < FLOOD; from += FLOOD_AT_ONCE) {
      const batch = Array.from({ length: FLOOD_AT_ONCE }, (_, index) =>
        forge(genuine, id, from + index),
      );
      await Promise.all(batch.map(async (message) => await shop.deliver(message)));
    }
  };

  describe.each(PROVIDERS)('%s', (provider) => {
    it('still reports a charge-back during a flood of unsigned messages', async () => {
      const id = await credited(provider);
      const genuine = shop.messageOf(provider, id);
      const before = queriesOf(provider);
      await flood(genuine, id);
      if (provider === 'payway') {
        // It tells of no charge-back; a success must get through all the same.
        const next = await shop.start(buyer, provider);
        await flood(genuine, next);
        shop.sandboxes.payway.approve(next);
        await shop.deliver(shop.messageOf(provider, next));
        await shop.barrier();
        await eventually(async () => expect(await status(next)).toBe('Approved'));
        return;
      }
      giveBack(provider, id);
      const message = shop.messageOf(provider, id);
      await shop.insist(message);
      await shop.barrier();
      await eventually(async () => expect(await shop.balanceOf(buyer)).toBe(0));
      // One query at once, and one for each interval that passed: the barrier lets some pass.
      expect(queriesOf(provider) - before).toBeLessThan(10);
    });
  });

  it('counts and logs the messages that one query answers', async () => {
    const id = await credited('ipaytotal');
    const genuine = shop.messageOf('ipaytotal', id);
    const before = shop.server().log.length;
    for (let index = 0; index < 30; index += 1) await shop.deliver(forge(genuine, id, index));
    await shop.barrier();
    const [counted] = await shop
      .server()
      .query('select messages, requested from payment_queries where transaction_id = $1', [id]);
    expect(counted).toMatchObject({ messages: 31, requested: 0 });
    await eventually(() =>
      expect(shop.server().log.slice(before).join('\n')).toContain('answered by one query'),
    );
  });

  describe.each(ASKED)('%s, whose answers lag', (provider) => {
    it('books a charge-back that the provider confirms hours later', async () => {
      const id = await credited(provider);
      shop.sandboxes[provider].lag(true);
      shop.sandboxes[provider].chargeBack(id);
      const message = shop.messageOf(provider, id);
      await shop.deliver(message);
      await shop.barrier();
      expect(await shop.balanceOf(buyer)).toBe(250);
      await pass(2 * HOUR_MS, 20 * MINUTE_MS);
      // A person is told meanwhile.
      expect(await reviewOf(id)).toContain('charge-back');
      shop.sandboxes[provider].lag(false);
      await pass(10 * HOUR_MS, 2 * HOUR_MS);
      expect(await shop.balanceOf(buyer)).toBe(0);
      expect(await standing()).toBe('close-only');
      expect(await reviewOf(id)).toBeNull();
      expect(await claimsOf(id)).toEqual([]);
      await shop.deliver(message);
      await shop.barrier();
      expect(await claimsOf(id)).toEqual([]);
    });

    it('credits a success that the provider confirms seconds later', async () => {
      const id = await started(provider);
      shop.sandboxes[provider].lag(true);
      shop.sandboxes[provider].approve(id);
      await shop.deliver(shop.messageOf(provider, id));
      await shop.barrier();
      expect(await status(id)).toBe('Processing');
      shop.sandboxes[provider].lag(false);
      await pass(4 * MINUTE_MS, MINUTE_MS);
      expect(await status(id)).toBe('Approved');
      expect(await shop.balanceOf(buyer)).toBe(250);
    });

    it('resolves the review of a success that the provider confirms later', async () => {
      const id = await started(provider);
      shop.sandboxes[provider].lag(true);
      shop.sandboxes[provider].approve(id);
      await shop.deliver(shop.messageOf(provider, id));
      await shop.barrier();
      await shop.server().query(
        `update transactions set status = 'in-review', review = 'nothing proves that it was paid'
         where id = $1`,
        [id],
      );
      shop.sandboxes[provider].lag(false);
      await pass(4 * MINUTE_MS, MINUTE_MS);
      expect(await status(id)).toBe('Approved');
      expect(await reviewOf(id)).toBeNull();
    });

    it('leaves to staff what the provider never confirms', async () => {
      const ids = [await credited(provider)];
      const first = buyer;
      ids.push(await shop.start(buyer, provider));
      const [booked = '', cleared = ''] = ids;
      shop.sandboxes[provider].approve(cleared);
      await shop.deliver(shop.messageOf(provider, cleared));
      await eventually(async () => expect(await status(cleared)).toBe('Approved'));
      shop.sandboxes[provider].lag(true);
      for (const id of ids) {
        shop.sandboxes[provider].chargeBack(id);
        await shop.deliver(shop.messageOf(provider, id));
      }
      await shop.barrier();
      const operator = async (action: string, id: string) =>
        (await shop.server().operator('deposit', action, id, 'asked them by phone')).code;
      expect(await operator('book-return', 'DAAAAAAAAAAAAAAAAAA')).not.toBe(0);
      await pass(2 * HOUR_MS, 30 * MINUTE_MS);
      const { printed } = await shop.server().operator('deposit', 'list');
      for (const id of ids) expect(printed.join('\n')).toContain(id);
      expect(await operator('book-return', booked)).toBe(0);
      expect(await operator('clear', cleared)).toBe(0);
      expect(await operator('book-return', cleared)).not.toBe(0);
      buyer = first;
      expect(await shop.balanceOf(buyer)).toBe(250);
      for (const id of ids) {
        expect(await reviewOf(id)).toBeNull();
        expect(await claimsOf(id)).toEqual([]);
      }
      shop.sandboxes[provider].lag(false);
    });
  });

  it.each(['paymaxis', 'ipaytotal', 'ikajo'] as const)(
    'is found by checking all payments of %s that can still be charged back',
    async (provider) => {
      const id = await credited(provider);
      shop.sandboxes[provider].webhooks.travel('lost');
      giveBack(provider, id);
      await pass(40 * DAY_MS, 20 * DAY_MS);
      await eventually(async () => {
        // The round has come to the days before the payment; the sandbox keeps the time of the day.
        await shop.server().query(
          `update payment_look_backs set finished_at = null, reached_id = '', reached_at =
             (select least(started_at, now()) from provider_payments where transaction_id = $1) - interval '1 day'
           where provider = $2`,
          [id, provider],
        );
        shop.server().advance(MINUTE_MS);
        expect(await shop.balanceOf(buyer)).toBe(0);
      });
      expect(await standing()).toBe(provider === 'paymaxis' ? 'active' : 'close-only');
    },
  );

  it('ignores an empty name, and leaves an unreported return to staff', async () => {
    const id = await started('ikajo');
    shop.sandboxes.ikajo.approve(id);
    shop.sandboxes.ikajo.chargeBack(id);
    const genuine = shop.messageOf('ikajo', id);
    // Ikajo's signature does not cover its own number.
    const unnamed = new URLSearchParams(genuine.body);
    unnamed.set('id', '');
    await shop.deliver({ ...genuine, body: unnamed.toString() });
    await shop.barrier();
    await shop.deliver(genuine);
    await shop.barrier();
    expect(await status(id)).toBe('In review');
  });

  it('queries again after two overlapping runs of one query', async () => {
    const transactionId = await started('ikajo');
    const { kysely } = db;
    const intervalMs = 30 * SECOND_MS;
    const startMs = Date.now();
    const request = async (nowMs: number) =>
      await requestQuery(kysely, { transactionId, nowMs, intervalMs, isNewClaim: false });
    const begin = async (nowMs: number) =>
      assertPresent(await beginQuery(kysely, transactionId, nowMs), 'it is due');
    const finish = async (query: Query, againMs: number) =>
      await finishQuery(kysely, { query, tries: 0, nextMs: undefined, againMs });

    await request(startMs);
    const late = await begin(startMs);
    const retried = await begin(startMs);
    const first = await request(startMs);
    const second = await finish(retried, startMs + intervalMs);
    expect(second).toEqual({ dueMs: startMs + intervalMs, runs: 2 });
    const third = await begin(startMs + intervalMs);
    expect(await finish(third, startMs + 2 * intervalMs)).toBeUndefined();
    // The run that is late neither takes the new request for answered nor schedules by a used key.
    const asked = await request(startMs + intervalMs);
    expect(await finish(late, startMs + intervalMs)).toBeUndefined();
    const fourth = await begin(asked.dueMs);
    expect(fourth).toMatchObject({ requested: 1, run: 4 });
    await finish(fourth, asked.dueMs);
    expect(new Set([first, second, asked].map((due) => JSON.stringify(due))).size).toBe(3);
  });

  it('checks earlier payments once a day', async () => {
    const round = async () =>
      (
        await shop
          .server()
          .query(
            `select begun_at, asked, finished_at from payment_look_backs where provider = 'ikajo'`,
          )
      )[0];
    const before = await round();
    shop.server().advance(2 * DAY_MS);
    await eventually(async () => {
      shop.server().advance(MINUTE_MS);
      const now = await round();
      expect(now?.['begun_at']).not.toEqual(before?.['begun_at']);
      expect(now?.['finished_at']).not.toBeNull();
    });
    const first = await round();
    await pass(2 * HOUR_MS, HOUR_MS / 2);
    expect(await round()).toEqual(first);
    shop.server().advance(DAY_MS);
    await eventually(async () =>
      expect((await round())?.['begun_at']).not.toEqual(first?.['begun_at']),
    );
  });
});

/** A message about an order as anybody can write it who has seen the order's id. */
function forge(genuine: Webhook, id: string, index: number): Webhook {
  const contentType = genuine.headers['content-type'] ?? '';
  const statuses = ['success', 'chargeback', 'fail', 'refunded'];
  if (contentType.includes('json')) {
    const body = {
      ...(JSON.parse(genuine.body) as Record<string, unknown>),
      sulte_apt_no: id,
      order_id: `forged-${index}`,
      transaction_status: statuses[index % statuses.length],
    };
    return { ...genuine, body: JSON.stringify(body) };
  }
  const form = new URLSearchParams(genuine.body);
  if (form.has('pgw_order_id')) {
    form.set('pgw_order_id', id);
    form.set('pgw_result_code', String(1 + (index % 3)));
    form.set('pgw_message', `forged ${index}`);
  } else {
    form.set('status', 'CHARGEBACK');
    form.set('sign', `forged-${index}`);
  }
  return { ...genuine, body: form.toString() };
}

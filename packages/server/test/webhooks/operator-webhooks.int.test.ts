// What the operator relies on: one customer's failing deliveries cost no other customer an event, an
// outage of the receiver ends soon for all, events keep the order of their commits, and a failing
// webhook is not silent.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@halyard/core/time';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { eventually } from '../support/eventually.ts';
import { image } from '../documents/sample-files.ts';
import { itExtended } from '../support/extended.ts';
import { readOutbox } from '../support/outbox.ts';
import { signInStaff, type SignedIn } from '../support/staff.ts';
import {
  dataOf,
  signUp,
  signUpTrader,
  startServer,
  type TestServer,
} from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { startReceiver, type Receiver } from './receiver.ts';

const ENVIRONMENT = { WEBHOOK_PRIVATE_TARGETS: 'on', OPERATOR_EMAIL: 'desk@broker.example' };
const OFFICE = '/api/backoffice/operator-webhooks';
const VERIFICATION = ['customer.verified', 'customer.unverified'];
const NEW_WORK = [
  'withdrawal.requested',
  'deposit.requested',
  'deposit.in_review',
  'document.uploaded',
  'message.received',
];
const MESSAGE = {
  first_name: 'Wanda',
  last_name: 'Visitor',
  email: 'wanda@example.com',
  phone: '+493023125000',
  message: 'Two lines',
};
const REASON = { reason: 'the CRM needs it' };
const FULL = 'Too many deliveries waited';
const INSERT = `insert into webhook_deliveries (endpoint_id, customer_id, event_id, type, body,
    created_at, retried_since, due_at)
  values ($1, $2, $3, 'order.expired', $4, now(), now(), now())`;

type Sent = { readonly type: string; readonly customer: string };
type Created = { readonly transaction_id: string };
type Page = {
  readonly failed_deliveries: number;
  readonly last_failed_at: string | null;
  readonly last_error: string | null;
};

describeOnDatabase('webhooks of the operator', (database) => {
  let server: TestServer;
  let receiver: Receiver;
  let admin: SignedIn;
  let count = 0;
  beforeAll(async () => {
    server = await startServer({ database, environment: ENVIRONMENT });
    receiver = await startReceiver();
  });
  afterAll(async () => {
    receiver.close();
    await server.stop();
  });
  beforeEach(async () => {
    count += 1;
    receiver.answer(204);
    admin = await signInStaff(server, `admin-${count}@staff.example`, 'admin');
  });

  /** A webhook that is deleted at the end, because there may be ten. */
  const withWebhook = async (
    use: (webhook: { readonly id: number; sent(customer?: string): Sent[] }) => Promise<void>,
  ): Promise<void> => {
    const path = `/hook-${count}?key=secret`;
    const asked = { environment: 'live', events: [...VERIFICATION, 'order.expired'], ...REASON };
    const body = { url: `${receiver.url}${path}`, ...asked };
    const made = await server.post<{ id: number }>(`${OFFICE}/create`, body, admin);
    const { id } = dataOf(made.envelope);
    const sent = (customer?: string): Sent[] =>
      receiver.received
        .filter((one) => one.path === path)
        .map(toSent)
        .filter((one) => customer === undefined || one.customer === customer);
    await use({ id, sent });
    await server.post(`${OFFICE}/${id}/delete`, REASON, admin);
  };
  const enter = async (name: string) => {
    const email = `${name}-${count}@hooks.example`;
    const { user } = await signUp(server, email);
    const change = async (action: 'verify' | 'unverify'): Promise<void> => {
      expect((await server.operator('customer', action, email)).code).toBe(0);
    };
    return { id: String(user.id), change };
  };
  const queue = async (id: number, customer: string, rows: number): Promise<void> => {
    await server.query(
      `insert into webhook_deliveries (endpoint_id, customer_id, event_id, type, body, created_at,
         retried_since, due_at, position)
       select $1, $2::bigint, 'evt_' || $2::bigint || '_' || number, 'order.expired', '{}', now(), now(),
         now() + interval '30 days', -number
       from generate_series(1, $3::int) number`,
      [id, Number(customer), rows],
    );
  };
  const last = async (id: number): Promise<object | undefined> => {
    const [row] = await server.query(
      `select customer_id::text, type, last_error from webhook_deliveries
       where endpoint_id = $1 order by id desc limit 1`,
      [id],
    );
    return row;
  };

  const listMails = async (subject: string): Promise<readonly string[]> =>
    (await readOutbox(server.dataDir))
      .map((mail) => mail.replaceAll(/=\r?\n|\r?\n(?= )/g, ''))
      .filter((mail) => mail.includes(`Subject: ${subject}`));

  it('fails further events of a customer with 1,000 pending ones, and none of another', async () => {
    await withWebhook(async ({ id, sent }) => {
      const full = await enter('full');
      const other = await enter('other');
      await queue(id, full.id, 1_000);
      await full.change('verify');
      const [type] = VERIFICATION;
      expect(await last(id)).toEqual({ customer_id: full.id, type, last_error: FULL });
      await other.change('verify');
      await eventually(() => expect(sent(other.id)).toHaveLength(1));
    });
  });

  itExtended('fails further events of all customers while 100,000 wait', async () => {
    await withWebhook(async ({ id }) => {
      for (let number = 0; number < 110; number += 1) {
        const { id: customer } = await enter(`crowd-${number}`);
        await queue(id, customer, 910);
      }
      const other = await enter('beyond');
      server.advance(MINUTE_MS);
      await other.change('verify');
      expect(await last(id)).toMatchObject({ customer_id: other.id, last_error: FULL });
    });
  });

  it('sends what waits for its next attempt soon after the receiver works again', async () => {
    await withWebhook(async ({ sent }) => {
      const waiting = [await enter('first'), await enter('second'), await enter('third')];
      receiver.answer(500);
      for (const { change } of waiting) await change('verify');
      for (const { change } of waiting) await change('unverify');
      // After the fourth attempt the next one is due in two hours.
      for (const [before, minutes] of [1, 6, 31, 10].entries()) {
        await eventually(async () => {
          const text = 'select id from webhook_deliveries where attempts >= $1';
          expect(await server.query(text, [before + 1])).toHaveLength(3);
        });
        server.advance(minutes * MINUTE_MS);
      }
      receiver.answer(204);
      // No new event says that it works: it is tried every five minutes while customers wait.
      server.advance(6 * MINUTE_MS);
      await eventually(() => {
        for (const { id } of waiting) {
          const types = sent(id).map(({ type }) => type);
          expect(types.slice(-2)).toEqual(VERIFICATION);
        }
      });
    });
  });

  it('delivers the events of a customer in the order of their commits', async () => {
    const db = await database.open();
    const [slow, quick] = ['slow', 'quick'].map((name) =>
      db.openLane({ name, statementTimeoutMs: MINUTE_MS }),
    );
    try {
      await withWebhook(async ({ id, sent }) => {
        const customer = await enter('ordered');
        const write = (name: string) => {
          const body = JSON.stringify({ type: name, data: { customer_id: customer.id } });
          return [id, Number(customer.id), name, body];
        };
        receiver.answer(500);
        await slow?.query('begin', []);
        await slow?.query(INSERT, write('committed-second'));
        await quick?.query('begin', []);
        await quick?.query(INSERT, write('committed-first'));
        await quick?.query('commit', []);
        await eventually(() => expect(sent()).toHaveLength(1));
        await slow?.query('commit', []);
        receiver.answer(204);
        server.advance(MINUTE_MS);
        await eventually(() =>
          expect(sent().map(({ type }) => type)).toEqual([
            'committed-first',
            'committed-first',
            'committed-second',
          ]),
        );
      });
    } finally {
      await slow?.close();
      await quick?.close();
      await db.close();
    }
  });

  it('ends an event that was written while it was disabled, and mails the operator', async () => {
    const db = await database.open();
    const lane = db.openLane({ name: 'late', statementTimeoutMs: MINUTE_MS });
    try {
      await withWebhook(async ({ id, sent }) => {
        const customer = await enter('late');
        await lane.query('begin', []);
        await lane.query(INSERT, [id, Number(customer.id), 'late', '{}']);
        await server.post(`${OFFICE}/${id}/disable`, REASON, admin);
        await lane.query('commit', []);
        await eventually(async () =>
          expect(await last(id)).toMatchObject({ last_error: 'The webhook was disabled' }),
        );
        const subject = 'A webhook that receives the events of all customers was disabled';
        await eventually(async () => expect(await listMails(subject)).toHaveLength(1));
        await server.post(`${OFFICE}/${id}/enable`, REASON, admin);
        await customer.change('verify');
        await eventually(() =>
          expect(sent().map(({ type }) => type)).toEqual(['customer.verified']),
        );
      });
    } finally {
      await lane.close();
      await db.close();
    }
  });

  it('receives new work for staff, without what it is about', async () => {
    const path = `/work-${count}`;
    const url = `${receiver.url}${path}`;
    const asked = { url, environment: 'live', events: NEW_WORK, ...REASON };
    const made = await server.post<{ id: number }>(`${OFFICE}/create`, asked, admin);
    const { id } = dataOf(made.envelope);
    const email = `work-${count}@hooks.example`;
    const { access_token: token, user } = await signUpTrader(server, email, '1000');
    await server.query(
      `update customers set birth_date = '1980-01-31', country_id = 276, state = 'Berlin',
         city = 'Berlin', street = 'Weg 1', zip_code = '10115' where id = $1`,
      [user.id],
    );
    const create = async (body: object): Promise<string> => {
      const reply = await server.post<Created>('/api/transactions/create', body, { token });
      return dataOf(reply.envelope).transaction_id;
    };
    const withdrawal = await create({ amount: -200, method: 'withdraw', comments: 'DE00 1234' });
    const deposit = await create({ amount: 250, method: 2 });
    const review = await server.post(`/api/backoffice/deposits/${deposit}/review`, REASON, admin);
    expect(review.status).toBe(200);
    const form = new FormData();
    form.append('files', image('secret-name.jpg'));
    form.append('type', 'address');
    const headers = { authorization: `Bearer ${token}` };
    await fetch(`${server.url}/api/accounts/upload`, { method: 'POST', headers, body: form });
    const received = () => receiver.received.filter((one) => one.path === path);
    await eventually(() => expect(received()).toHaveLength(4));
    receiver.answer(500);
    await server.post('/api/contact', MESSAGE);
    await server.post('/api/contact', { ...MESSAGE, last_name: 'Second' });
    await eventually(() => expect(received().map(typeOf)).toContain('message.received'));
    receiver.answer(204);
    server.advance(MINUTE_MS);
    await eventually(() => expect(received().slice(5).map(typeOf)).toHaveLength(2));
    const customer = { customer_id: String(user.id), account_id: String(user.id) };
    const at = expect.any(String);
    expect(received().map(({ body }) => JSON.parse(body))).toMatchObject([
      { data: { ...customer, transaction_id: withdrawal, amount: '200.00' } },
      { data: { ...customer, transaction_id: deposit, amount: '250.00' } },
      { data: { ...customer, transaction_id: deposit, amount: '250.00' } },
      { data: { ...customer, document_id: at, kind: 'address', at } },
      // The second message waits until the first one is accepted.
      { data: { message_id: '1', source: 'contact-message', form: null, at } },
      { data: { message_id: '1', source: 'contact-message', form: null, at } },
      { data: { message_id: '2', source: 'contact-message', form: null, at } },
    ]);
    const types = new Set(received().map(typeOf));
    expect([...types]).toEqual(NEW_WORK);
    const sent = received().map(({ body }) => body);
    expect(sent.join('\n')).not.toMatch(/Wanda|wanda|Two|1234|secret-name|hooks\.example/);
    const deliveries = await server.get<{ readonly rows: readonly object[] }>(
      '/api/backoffice/webhook-deliveries?type=message.received',
      admin,
    );
    expect(dataOf(deliveries.envelope).rows[0]).toMatchObject({
      customer_id: null,
      owner: 'operator',
      status: 'delivered',
    });
    await server.post(`${OFFICE}/${id}/delete`, REASON, admin);
  });

  it('mails the operator about failed deliveries once a day', async () => {
    const failing = 'Deliveries to a webhook of the operator fail';
    await withWebhook(async ({ id }) => {
      const before = (await listMails(failing)).length;
      const customer = await enter('failing');
      await queue(id, customer.id, 1_000);
      const page = async (): Promise<Page> =>
        dataOf((await server.get<Page>(`${OFFICE}/${id}`, admin)).envelope);
      expect(await page()).toMatchObject({ failed_deliveries: 0, last_failed_at: null });
      await customer.change('verify');
      await customer.change('unverify');
      expect(await page()).toMatchObject({
        failed_deliveries: 2,
        last_failed_at: expect.any(String),
        last_error: FULL,
      });
      server.advance(2 * MINUTE_MS);
      await eventually(async () => expect(await listMails(failing)).toHaveLength(before + 1));
      const mail = (await listMails(failing)).at(-1);
      expect(mail).toContain(FULL);
      expect(mail).not.toContain('key=secret');
      const notified = async (): Promise<number> => {
        const text = 'select failures_notified_at as at from webhook_endpoints where id = $1';
        const [row] = await server.query(text, [id]);
        return z.parse(z.date(), row?.['at']).getTime();
      };
      const firstMs = await notified();
      for (const action of ['verify', 'unverify'] as const) {
        await customer.change(action);
        server.advance(12 * HOUR_MS);
      }
      await eventually(async () => expect(await listMails(failing)).toHaveLength(before + 2));
      expect((await notified()) - firstMs).toBeGreaterThanOrEqual(DAY_MS);
    });
  });
});

function typeOf({ body }: { readonly body: string }): string {
  return toSent({ body }).type;
}

function toSent({ body }: { readonly body: string }): Sent {
  const { type = '', data } = JSON.parse(body) as {
    readonly type?: string;
    readonly data?: { readonly customer_id?: string };
  };
  return { type, customer: data?.customer_id ?? '' };
}

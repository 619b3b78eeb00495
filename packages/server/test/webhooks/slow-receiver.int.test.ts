// A receiver that never answers holds up its own events for as long as an attempt may take, and
// neither other receivers nor the start of the program. So it is for the webhooks of the operator.
import { NewWebhook } from '@halyard/contract/v1/webhooks';
import { afterEach, beforeEach, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createClient, createKey } from '../public-api/api-client.ts';
import { eventually } from '../support/eventually.ts';
import { signInStaff } from '../support/staff.ts';
import {
  dataOf,
  signUp,
  signUpTrader,
  startServer,
  type TestServer,
} from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { startReceiver, type Receiver } from './receiver.ts';

/** The connections of one webhook of the operator. */
const SLOTS = 4;
const ENVIRONMENT = { WEBHOOK_PRIVATE_TARGETS: 'on' };

describeOnDatabase('a receiver of webhooks that does not answer', (database) => {
  let silent: Receiver;
  let prompt: Receiver;
  beforeEach(async () => {
    [silent, prompt] = [await startReceiver(), await startReceiver()];
    silent.answer(undefined);
  });
  afterEach(() => {
    silent.close();
    prompt.close();
  });

  /** Gives the webhook's id. */
  const register = async (server: TestServer, email: string, url: string): Promise<string> => {
    const { access_token: token } = await signUpTrader(server, email, '100');
    const call = createClient(server, (await createKey(server, token)).key);
    const made = await call('POST', '/webhooks', { body: { url, events: ['order.expired'] } });
    return z.parse(NewWebhook, made.json).webhook.id;
  };
  /** An event that is due. */
  const queue = async (server: TestServer, webhook: string, event: string): Promise<void> => {
    await server.query(
      `insert into webhook_deliveries
         (endpoint_id, event_id, type, body, created_at, retried_since, due_at)
       values ($1, $2, 'order.expired', '{}', now(), now(), now())`,
      [webhook, event],
    );
  };
  const attemptsOf = async (server: TestServer, event: string): Promise<unknown> => {
    const text = 'select attempts from webhook_deliveries where event_id = $1';
    const [row] = await server.query(text, [event]);
    return row?.['attempts'];
  };

  it('delays no event of another webhook', async () => {
    const server = await startServer({ database, environment: ENVIRONMENT });
    try {
      const slow = await register(server, 'slow@example.com', silent.url);
      const quick = await register(server, 'quick@example.com', prompt.url);
      await queue(server, slow, 'unanswered');
      await eventually(() => expect(silent.received).toHaveLength(1));
      for (const count of [1, 2]) {
        await queue(server, quick, `event-${count}`);
        await eventually(() => expect(prompt.received).toHaveLength(count));
      }
      expect(await attemptsOf(server, 'unanswered')).toBe(0);
      expect(silent.received).toHaveLength(1);
    } finally {
      await server.stop();
    }
  });

  it('delays no event of another webhook of the operator or of a customer', async () => {
    const server = await startServer({ database, environment: ENVIRONMENT });
    try {
      const { token } = await signInStaff(server, 'slow@staff.example', 'admin');
      const create = async (url: string, type: string): Promise<void> => {
        const body = { url, environment: 'live', events: [type], reason: 'to be notified' };
        const path = '/api/backoffice/operator-webhooks/create';
        dataOf((await server.post(path, body, { token })).envelope);
      };
      await create(silent.url, 'customer.verified');
      await create(prompt.url, 'customer.unverified');
      const own = await register(server, 'beside@example.com', `${prompt.url}/own`);
      const emails: string[] = [];
      for (let number = 0; number <= SLOTS; number += 1) {
        emails.push(`waiting-${number}@example.com`);
        await signUp(server, `waiting-${number}@example.com`);
        await server.operator('customer', 'verify', `waiting-${number}@example.com`);
      }
      await eventually(() => expect(silent.received).toHaveLength(SLOTS));
      for (const email of emails) await server.operator('customer', 'unverify', email);
      await queue(server, own, 'of-a-customer');
      await eventually(() => expect(prompt.received).toHaveLength(SLOTS + 2));
      expect(silent.received).toHaveLength(SLOTS);
    } finally {
      await server.stop();
    }
  });

  it('delays no start, and is retried after a stop', async () => {
    const before = await startServer({ database, environment: ENVIRONMENT });
    const id = await register(before, 'due@example.com', silent.url);
    await queue(before, id, 'due-at-start');
    await eventually(() => expect(silent.received).toHaveLength(1));
    await before.stop();
    const server = await startServer({ database, environment: ENVIRONMENT });
    try {
      await eventually(() => expect(silent.received).toHaveLength(2));
      expect(await attemptsOf(server, 'due-at-start')).toBe(0);
    } finally {
      await server.stop();
    }
  });
});

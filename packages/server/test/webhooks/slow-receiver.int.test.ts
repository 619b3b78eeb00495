// A receiver that never answers holds up its own events for as long as an attempt may take, and
// neither other receivers nor the start of the program.
import { NewWebhook } from '@halyard/contract/v1/webhooks';
import { afterEach, beforeEach, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createClient, createKey } from '../public-api/api-client.ts';
import { eventually } from '../support/eventually.ts';
import { signUpTrader, startServer, type TestServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { startReceiver, type Receiver } from './receiver.ts';

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

  it('delays no start, and what a stop broke off is sent again', async () => {
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

// The permissions of deploy/compose/nats.conf, with TLS: enough for programs that trade, and not for
// a program that answers in place of another.
import { randomUUID } from 'node:crypto';
import type { PositionAnswer } from '@halyard/contract/live';
import { connect, credsAuthenticator } from '@nats-io/transport-node';
import { describe, expect, it } from 'vitest';
import { HAS_NATS_SERVER, startSecuredNats } from '../support/messages/secured-nats.ts';
import type { NatsUser, SecuredNats } from '../support/messages/secured-nats.ts';
import { IS_EXTENDED } from '../support/extended.ts';
import { eventually } from '../support/eventually.ts';
import { send, signUpTrader, startServer, type TestServer } from '../support/start-server.ts';
import { signInStaff } from '../support/staff.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { BUY } from '../support/trader.ts';

/** Publishes as a user, and waits until the server has judged it. */
async function publishAs(nats: SecuredNats, user: NatsUser, subject: string): Promise<void> {
  const { NATS_URL = '', NATS_CREDENTIALS, NATS_CA_FILE } = nats.settingsOf(user);
  const { host, username, password } = new URL(NATS_URL);
  const connection = await connect({
    servers: [host],
    tls: { caFile: NATS_CA_FILE ?? '' },
    ...(NATS_CREDENTIALS === undefined
      ? { user: username, pass: password }
      : { authenticator: credsAuthenticator(Buffer.from(`${NATS_CREDENTIALS}\n`)) }),
  });
  connection.publish(subject, '{}');
  await connection.flush();
  await connection.close();
}

const title = 'with NATS that demands TLS and signing in';
describe.skipIf(!HAS_NATS_SERVER)(
  HAS_NATS_SERVER ? title : `${title}: SKIPPED, there is no nats-server`,
  () => {
    describeOnDatabase('an edge, an engine and a market', (database) => {
      // As the example has it, and with the files that nsc makes.
      const ways = IS_EXTENDED ? (['passwords', 'credentials'] as const) : (['passwords'] as const);
      it.each(ways)('trade by %s', async (signIn) => {
        const nats = await startSecuredNats(signIn);
        const started: TestServer[] = [];
        const start = async (user: NatsUser, roles: string): Promise<TestServer> => {
          const [first] = started;
          const beside = first === undefined ? {} : { beside: first };
          const environment = { ...nats.settingsOf(user), ROLES: roles };
          const server = await startServer({ database, environment, ...beside });
          started.push(server);
          await eventually(async () => {
            expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
          });
          return server;
        };
        try {
          await start('market', 'market');
          const { operator } = await start('engine', 'engine,jobs');
          const edge = { ...(await start('edge', 'edge')), operator };
          const { access_token: token } = await signUpTrader(edge, `${signIn}@example.com`, '1000');
          const { token: staff } = await signInStaff(edge, `${signIn}@staff.example`, 'dealing');
          const socket = await edge.connect('/practice/positions', token);
          const order = { ...BUY, amount: 100, requestId: randomUUID() };
          const answer = await send<PositionAnswer>(socket, 'openPosition', order);
          // A simulated price can have moved away; the engine has answered anyway.
          if (answer.status === 'error') expect(answer.code).toBe('price-moved');
          // The back office asks every kind of program.
          const exposure = await edge.get('/api/backoffice/dealing', { token: staff });
          expect(exposure.status).toBe(200);
          for (const action of ['halt', 'resume']) {
            const path = `/api/backoffice/symbols/ETHUSD/${action}`;
            const done = await edge.post(path, { reason: 'a test' }, { token: staff });
            expect(done.envelope).toMatchObject({ status: 'success' });
          }
          expect(nats.log()).not.toContain('Violation');
          const refused = [
            ['edge', 'market.book'],
            ['edge', 'engine.live.status'],
            ['edge', `reply.${randomUUID()}`],
            ['engine', 'market.book'],
            ['engine', 'ticks.frame'],
            ['market', 'engine.live.status'],
            ['market', 'engine.live.submit'],
          ] as const;
          for (const [user, subject] of refused) {
            await publishAs(nats, user, `halyard.1-1.${subject}`);
          }
          expect(nats.log().match(/Publish Violation/g)).toHaveLength(refused.length);
        } finally {
          await Promise.all(started.map((server) => server.stop()));
          await nats.close();
        }
      });
    });
  },
);

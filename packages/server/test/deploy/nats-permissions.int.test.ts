// The permissions of deploy/compose/nats.conf, with TLS: enough for programs that trade, and not for
// an edge that answers in place of the engine.
import { randomUUID } from 'node:crypto';
import type { PositionAnswer } from '@halyard/contract/live';
import { connect, credsAuthenticator } from '@nats-io/transport-node';
import { describe, expect, it } from 'vitest';
import { HAS_NATS_SERVER, startSecuredNats } from '../support/messages/secured-nats.ts';
import type { SecuredNats } from '../support/messages/secured-nats.ts';
import { IS_EXTENDED } from '../support/extended.ts';
import { eventually } from '../support/eventually.ts';
import { dataOf, send, signUpTrader, startServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { BUY } from '../support/trader.ts';

/** Publishes as an edge, and waits until the server has judged it. */
async function publishAsEdge(nats: SecuredNats, subject: string): Promise<void> {
  const { NATS_URL = '', NATS_CREDENTIALS, NATS_CA_FILE } = nats.settingsOf('edge');
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
    describeOnDatabase('an edge and an engine', (database) => {
      // As the example has it, and with the files that nsc makes.
      const ways = IS_EXTENDED ? (['passwords', 'credentials'] as const) : (['passwords'] as const);
      it.each(ways)('trade by %s', async (signIn) => {
        const nats = await startSecuredNats(signIn);
        const roles = { ROLES: 'engine,market,jobs' };
        const core = await startServer({
          database,
          environment: { ...nats.settingsOf('core'), ...roles },
        });
        const environment = { ...nats.settingsOf('edge'), ROLES: 'edge' };
        const edge = await startServer({ database, beside: core, environment });
        try {
          await eventually(async () => {
            expect((await fetch(`${edge.url}/health/ready`)).status).toBe(200);
          });
          const email = `${signIn}@example.com`;
          const here = { ...edge, operator: core.operator };
          const { access_token: token } = await signUpTrader(here, email, '1000');
          const socket = await edge.connect('/practice/positions', token);
          const order = { ...BUY, amount: 100, requestId: randomUUID() };
          const answer = await send<PositionAnswer>(socket, 'openPosition', order);
          // A simulated price can have moved away; the engine has answered anyway.
          if (answer.status === 'error') expect(answer.code).toBe('price-moved');
          else dataOf(answer);
          expect(nats.log()).not.toContain('Violation');
          for (const subject of ['market.book', 'engine.live.status', `reply.${randomUUID()}`]) {
            await publishAsEdge(nats, `halyard.1-1.${subject}`);
          }
          expect(nats.log().match(/Publish Violation/g)).toHaveLength(2);
        } finally {
          await edge.stop();
          await core.stop();
          await nats.close();
        }
      });
    });
  },
);

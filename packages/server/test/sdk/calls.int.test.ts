// The operations of both SDKs that no other test of them calls: watchlists, keys and missed frames.
import { expect, it } from 'vitest';
import { createKey } from '../public-api/api-client.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { openFloor } from '../support/trader.ts';
import { startBot } from './bot-process.ts';
import { findPython } from './python.ts';

const python = await findPython();

describeOnDatabase('the calls of the SDKs', (database) => {
  const floor = openFloor(database);

  it.for(['sdk/typescript/test/calls.ts', 'sdk/python/test/calls.py'])(
    'change watchlists, revoke keys and read missed frames: %s',
    async (path, { skip }) => {
      skip(path.endsWith('.py') && python === undefined, 'needs Python 3.11, httpx and websockets');
      const { token } = await floor.trader();
      const server = floor.server();
      const { key } = await createKey(server, token);
      const spare = await createKey(server, token, { name: 'Spare' });
      const environment = { HALYARD_URL: server.url, HALYARD_KEY: key };
      const program = await startBot({ path, python, environment });
      try {
        expect(await program.ask({ spareKey: String(spare.id) })).toEqual({
          watchlists: {
            created: ['Coins', ['BTCUSD']],
            changed: ['ETHUSD', 'BTCUSD'],
            favourites: ['ETHUSD'],
            isRead: true,
            listed: ['Favourites', 'Coins'],
            deleted: 'not-found',
          },
          keys: { before: ['Bot', 'Spare'], after: ['Bot'] },
          frames: { first: 'snapshot', none: 0, missed: 'update', isNext: true },
        });
      } finally {
        await program.stop();
      }
    },
  );
});

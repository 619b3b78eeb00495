// A few cuts of each kind for both SDKs. `npm run soak -- sdk-reconnect` makes a thousand.
import { expect, it } from 'vitest';
import { createChance } from '../simulation/chance.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { findPython } from './python.ts';
import { BOTS, runReconnects } from './reconnect.ts';

const CUTS_COUNT = 10;
const TIMEOUT_MS = 120_000;
const python = await findPython();

describeOnDatabase('the SDKs through cuts', (database) => {
  const expectNothingMissed = async (bots: readonly string[]): Promise<void> => {
    const { share } = createChance(1);
    const results = await runReconnects({ database, cuts: CUTS_COUNT, python, bots, share });
    expect(results.map(({ bot }) => bot)).toEqual(bots);
    for (const { differences, report } of results) {
      expect(differences).toEqual([]);
      expect(report.trades.length).toBeGreaterThan(0);
      expect(report.ended.length).toBeGreaterThan(0);
      // The restart began another stream.
      expect(report.snapshots).toBeGreaterThan(1);
    }
  };

  it.skipIf(python === undefined)(
    'miss no event and get none twice (needs Python 3.11, httpx and websockets)',
    async () => await expectNothingMissed(BOTS),
    TIMEOUT_MS,
  );

  it.skipIf(python !== undefined)(
    'miss no event and get none twice, in TypeScript alone',
    async () => await expectNothingMissed(BOTS.slice(0, 1)),
    TIMEOUT_MS,
  );
});

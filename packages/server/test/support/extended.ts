// The second tier of the server tests (docs/decisions): tests that prove no clause and repeat a
// capability that a shorter test shows, such as further kills, storms and whole programs. `npm test`
// leaves them out; `npm run soak -- server` runs all.
import { it } from 'vitest';

/** Whether this run includes the second tier. */
export const IS_EXTENDED = process.env['SERVER_TESTS'] === 'all';

type Define = (title: string, run: () => Promise<void>, timeoutMs?: number) => void;

/** Defines a test of the second tier: in a run without that tier it does not exist. */
export const itExtended: Define = IS_EXTENDED ? it : () => undefined;

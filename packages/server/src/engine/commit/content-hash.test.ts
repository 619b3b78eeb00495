import type { ClosePosition } from '@halyard/core/engine';
import { points } from '@halyard/core/instrument';
import { cents } from '@halyard/core/money';
import { expect, it } from 'vitest';

import { hashContent } from './content-hash.ts';

const CLOSE: ClosePosition = {
  kind: 'close-position',
  accountId: 1,
  atMs: 1,
  positionId: 2,
  amountCents: null,
};

it('is the same whenever the command is sent and whatever the order of its fields', () => {
  const { kind, ...rest } = CLOSE;
  expect(hashContent({ ...rest, kind, atMs: 2 })).toBe(hashContent(CLOSE));
});

it('differs if any other field of the command differs', () => {
  const others: ClosePosition[] = [
    { ...CLOSE, accountId: 2 },
    { ...CLOSE, positionId: 3 },
    { ...CLOSE, amountCents: cents(100) },
  ];
  const hashes = new Set([CLOSE, ...others].map(hashContent));
  expect(hashes.size).toBe(4);
});

it('ignores the requested price of a close', () => {
  expect(hashContent({ ...CLOSE, requestedPoints: points(5) })).toBe(hashContent(CLOSE));
});

it('includes nested values', () => {
  const terms = {
    status: 'active',
    isVerified: true,
    clientCategory: 'retail',
    hasGuaranteedStop: false,
    permittedCategories: ['forex', 'crypto'],
    leverageIndexes: { forex: [0, 1], crypto: [2] },
  } as const;
  const command = { kind: 'change-terms', accountId: 1, atMs: 1, terms } as const;
  const same = { ...terms, leverageIndexes: { crypto: [2], forex: [0, 1] } } as const;
  const other = { ...terms, leverageIndexes: { forex: [1, 0], crypto: [2] } } as const;
  expect(hashContent({ ...command, terms: same })).toBe(hashContent(command));
  expect(hashContent({ ...command, terms: other })).not.toBe(hashContent(command));
});

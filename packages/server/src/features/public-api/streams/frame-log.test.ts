import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FrameLog } from './frame-log.ts';

it('returns every frame after a number, or nothing if one of them was dropped', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 8 }),
      fc.integer({ min: 0, max: 20 }),
      fc.integer({ min: 0, max: 22 }),
      (framesMax, last, since) => {
        const log = new FrameLog(framesMax);
        for (let seq = 1; seq <= last; seq += 1) log.add(seq, `frame ${seq}`);
        const expected = Array.from({ length: 30 }, (_, index) => index + 1)
          .filter((seq) => seq > since && seq <= last)
          .map((seq) => `frame ${seq}`);
        const isKept = since <= last && last - since <= framesMax;
        expect(log.after(since, last)).toEqual(isKept ? expected : undefined);
      },
    ),
  );
});

it('keeps no more characters than its limit', () => {
  const log = new FrameLog(100, 10);
  log.add(1, '12345');
  log.add(2, '12345');
  expect(log.after(0, 2)).toEqual(['12345', '12345']);
  log.add(3, '1');
  expect(log.after(0, 3)).toBeUndefined();
  expect(log.after(1, 3)).toEqual(['12345', '1']);
});

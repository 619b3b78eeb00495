import { points } from '@halyard/core/instrument';
import { expect, it } from 'vitest';
import { FrameRing } from './frame-ring.ts';
import type { Frame } from './market-wire.ts';

const QUOTE = { symbol: 'BTCUSD', bidPoints: points(1), askPoints: points(2), sequence: 1 };

function frame(number: number, changes = 0): Frame {
  const change = { kind: 'quote', quote: QUOTE } as const;
  return { epoch: 7, number, sentAtMs: 0, changes: Array.from({ length: changes }, () => change) };
}

function numbersOf(frames: readonly Frame[] | null): readonly number[] | null {
  return frames?.map(({ number }) => number) ?? null;
}

it('returns frames of its epoch that it has without a gap, and otherwise none', () => {
  const ring = new FrameRing();
  expect(ring.list({ epoch: 7, number: 1 }, 1)).toBeNull();
  for (let number = 1; number <= 5; number += 1) ring.push(frame(number));
  expect(numbersOf(ring.list({ epoch: 7, number: 2 }, 4))).toEqual([2, 3, 4]);
  expect(numbersOf(ring.list({ epoch: 7, number: 1 }, 5))).toEqual([1, 2, 3, 4, 5]);
  expect(ring.list({ epoch: 7, number: 2 }, 6)).toBeNull();
  expect(ring.list({ epoch: 7, number: 0 }, 2)).toBeNull();
  expect(ring.list({ epoch: 7, number: 3 }, 2)).toBeNull();
  expect(ring.list({ epoch: 6, number: 2 }, 4)).toBeNull();
  ring.clear();
  expect(ring.list({ epoch: 7, number: 2 }, 4)).toBeNull();
});

it('forgets the oldest frames when there are too many, or too many changes', () => {
  const ring = new FrameRing({ framesMax: 3, changesMax: 100 });
  for (let number = 1; number <= 20; number += 1) ring.push(frame(number, 1));
  expect(ring.list({ epoch: 7, number: 17 }, 20)).toBeNull();
  expect(numbersOf(ring.list({ epoch: 7, number: 18 }, 20))).toEqual([18, 19, 20]);
  ring.push(frame(21, 99));
  expect(ring.list({ epoch: 7, number: 19 }, 21)).toBeNull();
  expect(numbersOf(ring.list({ epoch: 7, number: 20 }, 21))).toEqual([20, 21]);
});

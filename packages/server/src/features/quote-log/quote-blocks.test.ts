import { points } from '@halyard/core/instrument';
import type { Quote } from '@halyard/core/instrument';
import { expect, it } from 'vitest';
import { BLOCK_QUOTES_MAX, createQuoteBlocks, QUOTES_WAITING_MAX } from './quote-blocks.ts';

function quote(sequence: number, change: Partial<Quote> = {}): Quote {
  return {
    symbol: 'BTCUSD',
    bidPoints: points(100 + sequence),
    askPoints: points(101 + sequence),
    sequence,
    source: 'binance',
    sourceAtMs: 1_000 + sequence + 0.5,
    receivedAtMs: 2_000 + sequence,
    ...change,
  };
}

it('packs consecutive quotes into one block, with times in whole milliseconds', () => {
  const blocks = createQuoteBlocks();
  blocks.add(quote(7));
  blocks.add(quote(8));
  expect(blocks.take()).toEqual([
    {
      symbol: 'BTCUSD',
      first_sequence: 7,
      source: 'binance',
      sell_points: [107, 108],
      buy_points: [108, 109],
      source_at_ms: [1_007, 1_008],
      received_at_ms: [2_007, 2_008],
    },
  ]);
  expect(blocks.take()).toEqual([]);
});

it('starts a new block for another symbol, source or number gap, after a write, and when one is full', () => {
  const blocks = createQuoteBlocks();
  blocks.add(quote(1));
  blocks.add(quote(1, { symbol: 'ETHUSD' }));
  blocks.add(quote(2));
  blocks.add(quote(3, { source: 'kraken' }));
  blocks.add(quote(5, { source: 'kraken' }));
  expect(blocks.take().map(({ symbol, sell_points: sells }) => [symbol, sells.length])).toEqual([
    ['BTCUSD', 2],
    ['ETHUSD', 1],
    ['BTCUSD', 1],
    ['BTCUSD', 1],
  ]);
  for (let sequence = 6; sequence <= 6 + BLOCK_QUOTES_MAX; sequence += 1) {
    blocks.add(quote(sequence));
  }
  expect(blocks.take().map(({ first_sequence: first }) => first)).toEqual([
    6,
    6 + BLOCK_QUOTES_MAX,
  ]);
});

it('keeps unwritten blocks before newer ones, up to a limit', () => {
  const blocks = createQuoteBlocks();
  for (let sequence = 1; sequence < QUOTES_WAITING_MAX; sequence += 1) {
    expect(blocks.add(quote(sequence))).toBe(true);
  }
  const taken = blocks.take();
  blocks.add(quote(QUOTES_WAITING_MAX));
  blocks.putBack(taken);
  expect(blocks.add(quote(QUOTES_WAITING_MAX + 1))).toBe(false);
  const waiting = blocks.take();
  expect(waiting.at(0)?.first_sequence).toBe(1);
  expect(waiting.at(-1)?.sell_points).toEqual([100 + QUOTES_WAITING_MAX]);
  expect(blocks.add(quote(QUOTES_WAITING_MAX + 2))).toBe(true);
});

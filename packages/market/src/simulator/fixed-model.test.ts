import { expect, it } from 'vitest';
import { loadCatalogue } from '#catalogue/catalogue.ts';
import { createSessions } from '#session/session.ts';
import { createVirtualTime } from '#testing/virtual-time.ts';
import { createSimulator, SEED_BYTES } from './simulator.ts';

const FRIDAY = Date.parse('2026-11-20T15:30:20.123Z');
const sessions = createSessions();
const instruments = loadCatalogue();

function seedOf(number: number): Uint8Array {
  return Uint8Array.from({ length: SEED_BYTES }, (_, index) => (number * 31 + index * 7) & 255);
}

function create(nowMs = FRIDAY, seed = 1) {
  const time = createVirtualTime(nowMs);
  const simulator = createSimulator({ seed: seedOf(seed), instruments, sessions, ...time });
  return { time, simulator };
}

it('reproduces the fixed model, on which every stored candle depends', () => {
  const { simulator } = create();
  const prices = ['BTCUSD', 'EURUSD', 'EURGBP', 'AAPL', 'HK50', 'XAUUSD'].map((symbol) => {
    const { bidPoints, askPoints, sourceAtMs } = simulator.tickAt(symbol, FRIDAY);
    return [symbol, bidPoints, askPoints, FRIDAY - sourceAtMs];
  });
  expect(prices).toMatchInlineSnapshot(`
    [
      [
        "BTCUSD",
        6112334,
        6114393,
        435,
      ],
      [
        "EURUSD",
        111811,
        111820,
        435,
      ],
      [
        "EURGBP",
        84358,
        84370,
        29,
      ],
      [
        "AAPL",
        31526,
        31533,
        203,
      ],
      [
        "HK50",
        25600,
        25608,
        87,
      ],
      [
        "XAUUSD",
        451655,
        451704,
        203,
      ],
    ]
  `);
});

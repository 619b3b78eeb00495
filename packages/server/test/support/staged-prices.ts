// Prices that a test knows beforehand, played by the replay feed: one symbol stands still, one rises.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const START_S = Date.UTC(2024, 0, 1) / 1000;
const MINUTE_S = 60;
const DAY_S = 24 * 60 * MINUTE_S;
const RISING_MINUTES = 1_200;
/** A minute of the file lasts a second. */
const SPEED = 60;

/**
 * BTCUSD stands at sell 40000.00. With its spread of 2.55 basis points it is bought at 40010.20,
 * an order to buy fills at 40020.20 (+ 0.025 %) and one to sell at 39990.00 (− 0.025 %).
 */
export const STILL = {
  sell: 40_000,
  buy: 40_010.2,
  orderBuy: 40_020.2,
  orderSell: 39_990,
} as const;

/** Writes the files into the folder; gives the settings. ETHUSD begins at 2000 and gains 1 a second. */
export function stagePrices(folder: string): Readonly<Record<string, string>> {
  const still = join(folder, 'still.json');
  const rising = join(folder, 'rising.json');
  const days = [0, 1].map((day) => candle(START_S + day * DAY_S, STILL.sell, STILL.sell));
  const minutes = Array.from({ length: RISING_MINUTES }, (_, minute) =>
    candle(START_S + minute * MINUTE_S, 2_000 + minute, 2_001 + minute),
  );
  writeFileSync(still, JSON.stringify({ candles: days }));
  writeFileSync(rising, JSON.stringify({ candles: minutes }));
  return {
    FEED: 'replay',
    REPLAY_SPEED: String(SPEED),
    REPLAY_FILES: `BTCUSD=${still},ETHUSD=${rising}`,
  };
}

function candle(start: number, open: number, close: number): Readonly<Record<string, string>> {
  return {
    start: String(start),
    low: open.toFixed(2),
    high: close.toFixed(2),
    open: open.toFixed(2),
    close: close.toFixed(2),
    volume: '1',
  };
}

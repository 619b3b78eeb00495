// Moving-average cross: holds a bought position while the fast average of the closing prices is above
// the slow one, and closes it when the fast average is below. It decides once for each new candle.
//
//   export HALYARD_URL=http://localhost:3000 HALYARD_KEY=hk_practice_…
//   node --conditions=halyard-source examples/moving-average-cross.ts
//
// Settings: HALYARD_URL, HALYARD_KEY (scope trade), SYMBOL (BTCUSD), TIMEFRAME (1m), FAST (5) and SLOW
// (20) in candles, MARGIN (100.00) in euros, LEVERAGE (2).
//
// It treats every open position of the symbol as its own and can be restarted at any time. Give it an
// account, or a symbol, in which nobody else trades.
import { Halyard, HalyardError, type CandleUpdate } from '@halyard/sdk';

const LENGTHS_MS: Readonly<Record<CandleUpdate['timeframe'], number>> = {
  '1m': 60_000,
  '5m': 300_000,
  '15m': 900_000,
  '30m': 1_800_000,
  '1h': 3_600_000,
  '4h': 14_400_000,
  '1d': 86_400_000,
  '1w': 604_800_000,
};
/** The API returns at most 2,000 candles, and twice as many as needed are read. */
const SLOW_MAX = 1_000;

const { HALYARD_URL: url = '', HALYARD_KEY: key = '' } = process.env;
const { SYMBOL: symbol = 'BTCUSD', MARGIN: margin = '100.00' } = process.env;
const timeframe = parseTimeframe(process.env['TIMEFRAME'] ?? '1m');
const fast = Number(process.env['FAST'] ?? '5');
const slow = Number(process.env['SLOW'] ?? '20');
const leverage = Number(process.env['LEVERAGE'] ?? '2');
if (url === '' || key === '') throw new Error('Set HALYARD_URL and HALYARD_KEY');
const lengthMs = LENGTHS_MS[timeframe];
const areWhole = Number.isInteger(fast) && Number.isInteger(slow);
if (!areWhole || fast < 1 || slow <= fast || slow > SLOW_MAX) {
  throw new Error(`FAST and SLOW are whole numbers with 1 ≤ FAST < SLOW ≤ ${SLOW_MAX}`);
}

const halyard = new Halyard({ url, key });
const account = (await halyard.listAccounts()).data[0];
if (account === undefined) throw new Error('The key opens no account');
console.log(`Trading ${symbol} with account ${account.id}`);

let decidedAt = '';
for await (const candles of halyard.followCandles(symbol, timeframe)) {
  const current = candles.at(-1);
  if (current === undefined || current.start_at === decidedAt) continue;
  decidedAt = current.start_at;
  try {
    await decide(account.id, current.start_at);
  } catch (error) {
    if (!(error instanceof HalyardError)) throw error;
    // The next candle decides again, from the positions that are open then.
    console.error(error.message);
  }
}

async function decide(accountId: string, startAt: string): Promise<void> {
  const closes = await listCloses(startAt);
  if (closes.length < slow) {
    console.log(`Waiting for candles: ${closes.length} of ${slow}`);
    return;
  }
  const difference = averageOf(closes.slice(-fast)) - averageOf(closes);
  const { data } = await halyard.listPositions(accountId);
  const positions = data.filter((position) => position.symbol === symbol);
  if (difference > 0 && positions.length === 0) await open(accountId, startAt);
  if (difference >= 0) return;
  for (const { id } of positions) {
    const { close_price, profit } = await halyard.closePosition(accountId, id, {});
    console.log(`Closed at ${close_price} with ${profit}`);
  }
}

async function open(accountId: string, startAt: string): Promise<void> {
  const quote = (await halyard.listQuotes({ symbols: symbol })).data[0];
  if (quote === undefined) return;
  const order = await halyard.createOrder(accountId, {
    type: 'market',
    // One order for each candle: repeating it opens nothing.
    client_order_id: `cross-${symbol}-${startAt}`,
    symbol,
    side: 'buy',
    margin,
    leverage,
    requested_price: quote.ask,
  });
  if (order.type === 'market') console.log(`Bought at ${order.position.open_price}`);
}

/** The closing prices of the last SLOW candles before the current one, which is not complete. */
async function listCloses(startAt: string): Promise<readonly number[]> {
  const from = new Date(Date.parse(startAt) - 2 * slow * lengthMs).toISOString();
  const { data } = await halyard.listCandles({ symbol, timeframe, from, to: startAt });
  // Averages decide and are never booked: binary floating point is exact enough for them.
  const closes = data
    .filter(({ start_at }) => start_at < startAt)
    .map(({ close }) => Number(close));
  return closes.slice(-slow);
}

function averageOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function parseTimeframe(text: string): CandleUpdate['timeframe'] {
  if (isTimeframe(text)) return text;
  throw new Error(`TIMEFRAME is one of ${Object.keys(LENGTHS_MS).join(', ')}`);
}

function isTimeframe(text: string): text is CandleUpdate['timeframe'] {
  return Object.hasOwn(LENGTHS_MS, text);
}

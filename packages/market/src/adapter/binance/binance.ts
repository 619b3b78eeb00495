// Binance spot, public market data: crypto, without a key, bid and ask, years of history. Prices
// are in USDT, which the broker books as USD.
import { assert } from '@halyard/core/assertion';
import { MINUTE_MS } from '@halyard/core/time';
import type { Adapter, AdapterOptions } from '../vendor-adapter.ts';
import { webSocketLink } from '#adapter/connection/connection.ts';
import { HttpGate } from '#adapter/history/history.ts';
import { createIntake, quoteAsGiven } from '#adapter/intake/intake.ts';
import { assembleAdapter, codeOf, defineVendor, mapCodes } from '#adapter/vendor/vendor.ts';
import BINANCE_CODES from './binance-codes.json' with { type: 'json' };
import { fetchKlines, KLINES_MAX, KLINES_SPACING_MS } from './binance-history.ts';
import { startBinanceSession, STREAMS_MAX } from './binance-stream.ts';

export type BinanceOptions = AdapterOptions & {
  /** The host of the streams; default: Binance's host for public data. */
  readonly streamUrl?: string | undefined;
  /** The host of the history; default: Binance's host for public data. */
  readonly restUrl?: string | undefined;
};

const STREAM_URL = 'wss://data-stream.binance.vision';
const REST_URL = 'https://data-api.binance.vision';
const BACKOFF = { firstMs: 1_000, maxMs: MINUTE_MS };
// Silence after which a Binance connection is probed. Binance pings every 20 s, and some symbol
// moves every second.
const PATIENCE = { openMs: 15_000, quietMs: 10_000, answerMs: 5_000 };

export const BINANCE = defineVendor({
  name: 'binance',
  quotes: 'crypto',
  codes: BINANCE_CODES,
  settings: {
    BINANCE_STREAM_URL: {
      kind: 'web-socket-url',
      text: 'Another host than that of Binance, for streams.',
    },
    BINANCE_URL: { kind: 'http-url', text: 'Another host than that of Binance, for history.' },
  },
  create: (values, options) =>
    createBinance({
      ...options,
      streamUrl: values.BINANCE_STREAM_URL,
      restUrl: values.BINANCE_URL,
    }),
});

/**
 * Returns the feed of the instruments that Binance has a code for; it does nothing before `start`.
 */
function createBinance(options: BinanceOptions): Adapter {
  const { clock, chance, streamUrl = STREAM_URL, restUrl = REST_URL } = options;
  const instrumentsByCode = mapCodes(options.instruments, BINANCE_CODES);
  const codes = [...instrumentsByCode.keys()];
  assert(codes.length <= STREAMS_MAX, `Binance gives ${STREAMS_MAX} streams`);
  const intake = createIntake({ instrumentsByCode, shape: quoteAsGiven, clock });
  const gate = new HttpGate({
    ...options,
    name: 'Binance',
    headers: {},
    spacingMs: KLINES_SPACING_MS,
  });
  return assembleAdapter({
    ...options,
    name: 'binance',
    // bookTicker, the only stream with every change of the best bid and ask, carries no time.
    hasSourceTime: false,
    instrumentsByCode,
    intake,
    gate,
    connection: {
      openLink: webSocketLink(new URL('/ws', streamUrl).href, clock),
      startSession: (controls) => startBinanceSession({ codes, intake, clock, chance }, controls),
      patience: PATIENCE,
      backoff: BACKOFF,
    },
    history: {
      pageMax: KLINES_MAX,
      sourceOf: (timeframe) => timeframe,
      fetchPage: (request) => {
        const code = codeOf(instrumentsByCode, request.instrument);
        return fetchKlines({ gate, restUrl, code }, request);
      },
    },
  });
}

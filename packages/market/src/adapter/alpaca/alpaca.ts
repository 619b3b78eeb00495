// Alpaca: US stocks. The free plan includes the quotes of one exchange (IEX), thirty symbols and
// one connection.
import { MINUTE_MS } from '@halyard/core/time';
import type { Adapter, AdapterOptions } from '../vendor-adapter.ts';
import { webSocketLink } from '#adapter/connection/connection.ts';
import { HttpGate } from '#adapter/history/history.ts';
import { createIntake, quoteAsGiven } from '#adapter/intake/intake.ts';
import { assembleAdapter, codeOf, defineVendor, mapCodes } from '#adapter/vendor/vendor.ts';
import ALPACA_CODES from './alpaca-codes.json' with { type: 'json' };
import { BARS_MAX, BARS_SPACING_MS, barTimeframe, fetchBars } from './alpaca-history.ts';
import { startAlpacaSession } from './alpaca-stream.ts';
import { quoteAroundMid } from './quote-around-mid.ts';

export type AlpacaOptions = AdapterOptions & {
  readonly key: string;
  readonly secret: string;
  /** The quotes of one exchange (free) or of the whole market (paid). */
  readonly feed: 'iex' | 'sip';
  /** The number of symbols that the Alpaca plan permits; further instruments are not served. */
  readonly symbolsMax: number;
  /** A URL that replaces Alpaca's hosts, for tests. */
  readonly streamUrl?: string | undefined;
  readonly restUrl?: string | undefined;
};

const STREAM_URL = 'wss://stream.data.alpaca.markets';
const REST_URL = 'https://data.alpaca.markets';
const BACKOFF = { firstMs: 1_000, maxMs: MINUTE_MS };
// Outside trading hours no data arrives, so only pings show that the connection works.
const PATIENCE = { openMs: 15_000, quietMs: 15_000, answerMs: 5_000 };

/** The symbols per connection of the free plan. */
const FREE_SYMBOLS = 30;
const SYMBOLS_MAX = 1_000;

export const ALPACA = defineVendor({
  name: 'alpaca',
  quotes: 'US stocks',
  codes: ALPACA_CODES,
  settings: {
    ALPACA_KEY: { kind: 'secret', isRequired: true, text: 'Key of the Alpaca account.' },
    ALPACA_SECRET: { kind: 'secret', isRequired: true, text: 'Secret of the Alpaca account.' },
    ALPACA_FEED: {
      kind: 'choice',
      values: ['iex', 'sip'],
      default: 'iex',
      text: 'Which quotes the Alpaca plan has: iex (free) or sip.',
    },
    ALPACA_SYMBOLS_MAX: {
      kind: 'integer',
      minimum: 1,
      maximum: SYMBOLS_MAX,
      default: FREE_SYMBOLS,
      text: 'Symbols that the Alpaca plan has.',
    },
    ALPACA_STREAM_URL: {
      kind: 'web-socket-url',
      text: 'Another host than that of Alpaca, for streams.',
    },
    ALPACA_URL: { kind: 'http-url', text: 'Another host than that of Alpaca, for history.' },
  },
  create: (values, options) =>
    createAlpaca({
      ...options,
      key: values.ALPACA_KEY,
      secret: values.ALPACA_SECRET,
      feed: values.ALPACA_FEED,
      symbolsMax: values.ALPACA_SYMBOLS_MAX,
      streamUrl: values.ALPACA_STREAM_URL,
      restUrl: values.ALPACA_URL,
    }),
});

/**
 * Returns the feed of the instruments that Alpaca has a code for; it does nothing before `start`.
 */
export function createAlpaca(options: AlpacaOptions): Adapter {
  const { key, secret, feed, clock, streamUrl = STREAM_URL, restUrl = REST_URL } = options;
  const known = mapCodes(options.instruments, ALPACA_CODES);
  const instrumentsByCode = new Map([...known].slice(0, options.symbolsMax));
  const codes = [...instrumentsByCode.keys()];
  const shape = feed === 'iex' ? quoteAroundMid : quoteAsGiven;
  const intake = createIntake({ instrumentsByCode, shape, clock });
  const gate = new HttpGate({
    ...options,
    name: 'Alpaca',
    headers: { 'apca-api-key-id': key, 'apca-api-secret-key': secret },
    spacingMs: BARS_SPACING_MS,
  });
  return assembleAdapter({
    ...options,
    name: 'alpaca',
    // Alpaca's field `t` is the time at which the exchange published the quote.
    hasSourceTime: true,
    instrumentsByCode,
    intake,
    gate,
    connection: {
      openLink: webSocketLink(new URL(`/v2/${feed}`, streamUrl).href, clock),
      startSession: (controls) => startAlpacaSession({ codes, intake, key, secret }, controls),
      patience: PATIENCE,
      backoff: BACKOFF,
    },
    history: {
      pageMax: BARS_MAX,
      sourceOf: barTimeframe,
      fetchPage: (request) => {
        const code = codeOf(instrumentsByCode, request.instrument);
        return fetchBars({ gate, restUrl, code, feed }, request);
      },
    },
  });
}

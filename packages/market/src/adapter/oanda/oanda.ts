// OANDA v20: forex, metals, oil, grains and indices, with bid, ask and the bid's history. It
// requires a token; a practice account is sufficient.
import type { Adapter, AdapterOptions } from '../vendor-adapter.ts';
import { lineStreamLink } from '#adapter/connection/connection.ts';
import type { OpenLink } from '#adapter/connection/connection.ts';
import { FeedOutage, HttpGate } from '#adapter/history/history.ts';
import { createIntake, quoteAsGiven } from '#adapter/intake/intake.ts';
import { assembleAdapter, codeOf, defineVendor, mapCodes } from '#adapter/vendor/vendor.ts';
import OANDA_CODES from './oanda-codes.json' with { type: 'json' };
import {
  CANDLES_PER_PAGE_MAX,
  CANDLES_SPACING_MS,
  fetchAccountCodes,
  fetchOandaCandles,
} from './oanda-history.ts';
import { startOandaSession } from './oanda-stream.ts';

export type OandaOptions = AdapterOptions & {
  readonly token: string;
  readonly account: string;
  readonly environment: keyof typeof HOSTS;
  /** A URL that replaces the hosts of the OANDA environment, for tests. */
  readonly streamUrl?: string | undefined;
  readonly restUrl?: string | undefined;
};

const HOSTS = {
  practice: {
    streamUrl: 'https://stream-fxpractice.oanda.com',
    restUrl: 'https://api-fxpractice.oanda.com',
  },
  live: {
    streamUrl: 'https://stream-fxtrade.oanda.com',
    restUrl: 'https://api-fxtrade.oanda.com',
  },
} as const;

const BACKOFF = { firstMs: 1_000, maxMs: 300_000 };
// Silence after which an OANDA connection counts as lost. A heartbeat arrives every 5 s. The
// protocol has no probe, so the second stage only processes waiting input.
const PATIENCE = { openMs: 15_000, quietMs: 10_000, answerMs: 1_000 };

const ACCOUNT_PATTERN = /^[\w-]{1,64}$/;

export const OANDA = defineVendor({
  name: 'oanda',
  quotes: 'forex, commodities, indices',
  codes: OANDA_CODES,
  settings: {
    OANDA_TOKEN: { kind: 'secret', isRequired: true, text: 'Token of the OANDA account.' },
    OANDA_ACCOUNT: {
      kind: 'text',
      pattern: ACCOUNT_PATTERN,
      accepts: 'an account such as 101-004-1234567-001',
      isRequired: true,
      example: '101-004-1234567-001',
      text: 'Number of the OANDA account.',
    },
    OANDA_ENVIRONMENT: {
      kind: 'choice',
      values: ['practice', 'live'],
      default: 'practice',
      text: 'Which of the two OANDA systems is used.',
    },
    OANDA_STREAM_URL: { kind: 'http-url', text: 'Another host than that of OANDA, for streams.' },
    OANDA_URL: { kind: 'http-url', text: 'Another host than that of OANDA, for everything else.' },
  },
  create: (values, options) =>
    createOanda({
      ...options,
      token: values.OANDA_TOKEN,
      account: values.OANDA_ACCOUNT,
      environment: values.OANDA_ENVIRONMENT,
      streamUrl: values.OANDA_STREAM_URL,
      restUrl: values.OANDA_URL,
    }),
});

/**
 * Returns the feed of the instruments that OANDA has a code for; it does nothing before `start`.
 */
export function createOanda(options: OandaOptions): Adapter {
  const { token, account, clock } = options;
  const hosts = HOSTS[options.environment];
  const { streamUrl = hosts.streamUrl, restUrl = hosts.restUrl } = options;
  const instrumentsByCode = mapCodes(options.instruments, OANDA_CODES);
  const intake = createIntake({ instrumentsByCode, shape: quoteAsGiven, clock });
  const headers = { authorization: `Bearer ${token}` };
  const gate = new HttpGate({
    ...options,
    name: 'OANDA',
    headers,
    spacingMs: CANDLES_SPACING_MS,
  });
  const offer = createOffer([...instrumentsByCode.keys()], () =>
    fetchAccountCodes(gate, restUrl, account),
  );
  const openLink: OpenLink = (events) => {
    const path = `/v3/accounts/${encodeURIComponent(account)}/pricing/stream`;
    const url = new URL(path, streamUrl);
    url.searchParams.set('instruments', offer.asked.join(','));
    url.searchParams.set('snapshot', 'true');
    return lineStreamLink({ url: url.href, headers, clock })(events);
  };
  return assembleAdapter({
    ...options,
    name: 'oanda',
    // OANDA's field `time` is when the price was created.
    hasSourceTime: true,
    instrumentsByCode,
    intake,
    gate,
    connection: {
      openLink,
      startSession: (controls) =>
        startOandaSession({ intake, missing: offer.missing, onBadRequest: offer.narrow }, controls),
      patience: PATIENCE,
      backoff: BACKOFF,
    },
    history: {
      pageMax: CANDLES_PER_PAGE_MAX,
      sourceOf: (timeframe) => timeframe,
      fetchPage: (request) => {
        const code = codeOf(instrumentsByCode, request.instrument);
        return fetchOandaCandles({ gate, restUrl, code }, request);
      },
    },
  });
}

/**
 * Decides which instruments to subscribe to. OANDA rejects the whole stream if the account's region
 * lacks one instrument; the adapter then asks which ones the account has.
 */
function createOffer(
  codes: readonly string[],
  fetchAllowed: () => Promise<ReadonlySet<string> | undefined>,
) {
  let asked = codes;
  let isAsking = false;
  const narrow = async (): Promise<void> => {
    const allowed = await fetchAllowed();
    const narrowed = codes.filter((code) => allowed?.has(code));
    if (narrowed.length > 0) asked = narrowed;
  };
  return {
    get asked() {
      return asked;
    },
    get missing() {
      return codes.filter((code) => !asked.includes(code));
    },
    narrow(): void {
      if (isAsking) return;
      isAsking = true;
      // Asks OANDA for the account's instruments. If there is no reply, the next rejection asks
      // again.
      narrow()
        .catch((error: unknown) => {
          if (!(error instanceof FeedOutage)) throw error;
        })
        .finally(() => {
          isAsking = false;
        });
    },
  };
}

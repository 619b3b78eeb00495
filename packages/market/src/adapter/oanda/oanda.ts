// OANDA v20: forex, metals, oil, grains and indices, with bid, ask and the bid's history. It
// requires a token; a practice account is sufficient.
import type { Adapter, AdapterOptions } from '../vendor-adapter.ts';
import { lineStreamLink } from '#adapter/connection/connection.ts';
import type { OpenLink } from '#adapter/connection/connection.ts';
import { FeedOutage, HttpGate } from '#adapter/history/history.ts';
import { createIntake, quoteAsGiven } from '#adapter/intake/intake.ts';
import { assembleAdapter, codeOf, mapCodes } from '#adapter/vendor/vendor.ts';
import {
  CANDLES_PER_PAGE_MAX,
  CANDLES_SPACING_MS,
  fetchAccountCodes,
  fetchOandaCandles,
} from './oanda-history.ts';
import { startOandaSession } from './oanda-stream.ts';

export const OANDA_ENVIRONMENTS = ['practice', 'live'] as const;
export type OandaEnvironment = (typeof OANDA_ENVIRONMENTS)[number];

export type OandaOptions = AdapterOptions & {
  readonly token: string;
  readonly account: string;
  readonly environment: OandaEnvironment;
  /** A URL that replaces the hosts of the OANDA environment, for tests. */
  readonly streamUrl?: string;
  readonly restUrl?: string;
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
} as const satisfies Record<OandaEnvironment, { streamUrl: string; restUrl: string }>;

const BACKOFF = { firstMs: 1_000, maxMs: 300_000 };
// Silence after which an OANDA connection counts as lost. A heartbeat arrives every 5 s. The
// protocol has no probe, so the second stage only processes waiting input.
const PATIENCE = { openMs: 15_000, quietMs: 10_000, answerMs: 1_000 };

/**
 * Returns the feed of the instruments that OANDA has a code for; it does nothing before `start`.
 */
export function createOanda(options: OandaOptions): Adapter {
  const { token, account, clock } = options;
  const { streamUrl, restUrl } = { ...HOSTS[options.environment], ...options };
  const instrumentsByCode = mapCodes(options.instruments, 'oanda');
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

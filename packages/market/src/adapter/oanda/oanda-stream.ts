// OANDA's pricing stream: one HTTP reply of JSON lines, PRICE and, every five seconds, HEARTBEAT.
import type { LinkEnd, Session, SessionControls } from '#adapter/connection/connection.ts';
import type { Intake } from '#adapter/intake/intake.ts';
import { isRecord, parseJson, parseTime } from '#adapter/json/json.ts';

export type OandaStreamOptions = {
  readonly intake: Intake;
  /** The requested codes that the account does not have, as known from an earlier reply. */
  readonly missing: readonly string[];
  /** Called when OANDA rejects the stream because of the requested instruments. */
  readonly onBadRequest: () => void;
};

const HTTP = { badRequest: 400, unauthorized: 401, forbidden: 403, notFound: 404 };
// The waiting time after a rejected token or account, which retrying does not correct.
const CREDENTIALS_WAIT_MS = 300_000;

export function startOandaSession(
  { intake, missing, onBadRequest }: OandaStreamOptions,
  controls: SessionControls,
): Session {
  const shortcoming = missing.length === 0 ? undefined : `the account has no ${missing.join(', ')}`;
  return {
    opened() {},
    text(message) {
      const json = parseJson(message);
      const type = isRecord(json) ? json.type : undefined;
      if (!isRecord(json) || (type !== 'PRICE' && type !== 'HEARTBEAT')) {
        intake.reject('garbage', message);
        return;
      }
      controls.ready(shortcoming);
      if (type === 'PRICE') takePrice(json, message, intake);
    },
    garbage(what) {
      intake.reject('garbage', what);
    },
    refused({ status }: LinkEnd) {
      if (status === HTTP.unauthorized || status === HTTP.forbidden) {
        return { reason: 'the token is refused', waitMs: CREDENTIALS_WAIT_MS };
      }
      if (status === HTTP.notFound) {
        return { reason: 'the account is not known', waitMs: CREDENTIALS_WAIT_MS };
      }
      if (status === HTTP.badRequest) onBadRequest();
      return undefined;
    },
  };
}

function takePrice(json: Readonly<Record<string, unknown>>, raw: string, intake: Intake): void {
  const { instrument: code, tradeable, bids, asks, time } = json;
  if (typeof code !== 'string' || typeof tradeable !== 'boolean') {
    intake.reject('garbage', raw);
    return;
  }
  const [bid, ask] = [bestOf(bids), bestOf(asks)];
  // Without liquidity on a side no trade is possible, whatever the flag says.
  if (!tradeable || bid === undefined || ask === undefined) intake.setTradeable(code, false);
  intake.take({ code, bid, ask, quotedAtMs: parseTime(time), isTradeable: tradeable, raw });
}

/** Returns the best price of a side: the first one. The others are for larger amounts. */
function bestOf(side: unknown): unknown {
  const first: unknown = Array.isArray(side) ? side[0] : undefined;
  return isRecord(first) ? first.price : undefined;
}

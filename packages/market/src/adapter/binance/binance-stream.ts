// Binance's market streams: raw payloads at /ws, subscribed by message. bookTicker carries the best
// bid and ask without a time, so quotes are timestamped on arrival and ordered by their update id.
import type { Session, SessionControls } from '#adapter/connection/connection.ts';
import type { Intake } from '#adapter/intake/intake.ts';
import { isRecord, parseJson } from '#adapter/json/json.ts';
import type { Clock } from '#clock/clock.ts';

/** The largest number of streams per connection of Binance. */
export const STREAMS_MAX = 1_024;
// A connection may send five messages per second, including pings and pongs.
const SUBSCRIBE_GAP_MS = 400;
const STREAMS_PER_MESSAGE = 100;
// A connection ends after 24 hours. The renewal is spread over a quarter of an hour, so that
// clients don't reconnect together.
const LIFE_MS = 84_600_000;
const LIFE_SPREAD_MS = 900_000;
const LIFE_CHECK_MS = 600_000;

export type BinanceStreamOptions = {
  readonly codes: readonly string[];
  readonly intake: Intake;
  readonly clock: Clock;
  readonly chance: () => number;
};

export function startBinanceSession(
  { codes, intake, clock, chance }: BinanceStreamOptions,
  controls: SessionControls,
): Session {
  const batches = toBatches(codes);
  const refused: string[] = [];
  let answered = 0;
  const subscribe = (index: number): void => {
    const batch = batches[index];
    if (batch === undefined) return;
    const params = batch.map((code) => `${code.toLowerCase()}@bookTicker`);
    controls.send(JSON.stringify({ method: 'SUBSCRIBE', params, id: index + 1 }));
    controls.after(SUBSCRIBE_GAP_MS, () => {
      subscribe(index + 1);
    });
  };
  const answer = (id: unknown, isRefused: boolean): void => {
    const batch = typeof id === 'number' ? batches[id - 1] : undefined;
    if (batch === undefined) return;
    if (isRefused) refused.push(...batch);
    answered += 1;
    if (answered < batches.length) return;
    if (refused.length === codes.length) controls.fail('refuses every subscription');
    else controls.ready(refused.length === 0 ? undefined : `refuses ${refused.join(', ')}`);
  };
  return {
    opened() {
      subscribe(0);
      const endsAtMs = clock.nowMs() + LIFE_MS + chance() * LIFE_SPREAD_MS;
      watchLife(endsAtMs, clock, controls);
    },
    text(message) {
      const json = parseJson(message);
      if (!isRecord(json)) {
        intake.reject('garbage', message);
        return;
      }
      if ('result' in json) answer(json.id, false);
      else if ('error' in json || 'code' in json) answer(json.id, true);
      else if (json.e === 'serverShutdown') controls.renew();
      else takeQuote(json, message, intake);
    },
    garbage(what) {
      intake.reject('garbage', what);
    },
  };
}

function toBatches(codes: readonly string[]): readonly (readonly string[])[] {
  const batches: (readonly string[])[] = [];
  for (let at = 0; at < codes.length; at += STREAMS_PER_MESSAGE) {
    batches.push(codes.slice(at, at + STREAMS_PER_MESSAGE));
  }
  return batches;
}

// Checks the age of the connection in short steps, because long timers are unreliable.
function watchLife(endsAtMs: number, clock: Clock, controls: SessionControls): void {
  controls.after(Math.min(LIFE_CHECK_MS, Math.max(0, endsAtMs - clock.nowMs())), () => {
    if (clock.nowMs() >= endsAtMs) controls.renew();
    watchLife(Math.max(endsAtMs, clock.nowMs() + LIFE_CHECK_MS), clock, controls);
  });
}

function takeQuote(json: Readonly<Record<string, unknown>>, raw: string, intake: Intake): void {
  const { s: code, u: order, b: bid, a: ask } = json;
  if (typeof code !== 'string' || typeof order !== 'number' || !Number.isSafeInteger(order)) {
    intake.reject('garbage', raw);
    return;
  }
  intake.take({ code, bid, ask, quotedAtMs: 'on-arrival', order, isTradeable: true, raw });
}

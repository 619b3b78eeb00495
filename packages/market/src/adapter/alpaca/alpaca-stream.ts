// Alpaca's stock stream: every message is an array. The server greets, receives the key and the
// subscription, and replies with the complete list of subscriptions.
import type { Session, SessionControls } from '#adapter/connection/connection.ts';
import type { Intake } from '#adapter/intake/intake.ts';
import { isRecord, parseJsonDigits, parseTime } from '#adapter/json/json.ts';

export type AlpacaStreamOptions = {
  readonly codes: readonly string[];
  readonly intake: Intake;
  readonly key: string;
  readonly secret: string;
};

type Message = Readonly<Record<string, unknown>>;

const ERRORS: Readonly<Record<string, { readonly reason: string; readonly waitMs?: number }>> = {
  '402': { reason: 'the key is refused', waitMs: 300_000 },
  '404': { reason: 'the key came too late' },
  '405': { reason: 'more symbols than the plan has', waitMs: 300_000 },
  // After a disconnection Alpaca needs a while to notice that the only permitted connection is
  // gone.
  '406': { reason: 'another connection uses this key', waitMs: 5_000 },
  '407': { reason: 'read too slowly' },
  '409': { reason: 'the plan does not have this feed', waitMs: 300_000 },
};

export function startAlpacaSession(
  options: AlpacaStreamOptions,
  controls: SessionControls,
): Session {
  const { codes, intake, key, secret } = options;
  const take = (message: unknown, raw: string): void => {
    const type = isRecord(message) ? message.T : undefined;
    if (!isRecord(message)) intake.reject('garbage', raw);
    else if (type === 'q') takeQuote(message, raw, intake);
    else if (type === 'success' && message.msg === 'connected') {
      controls.send(JSON.stringify({ action: 'auth', key, secret }));
    } else if (type === 'success' && message.msg === 'authenticated') {
      controls.send(JSON.stringify({ action: 'subscribe', quotes: codes }));
    } else if (type === 'subscription') {
      controls.ready(shortcomingOf(codes, message));
    } else if (type === 'error') {
      const known = ERRORS[String(message.code)];
      controls.fail(known?.reason ?? `error ${String(message.code).slice(0, 10)}`, known?.waitMs);
    } else intake.reject('garbage', raw);
  };
  return {
    opened() {},
    text(raw) {
      const messages = parseJsonDigits(raw);
      if (!Array.isArray(messages)) {
        intake.reject('garbage', raw);
        return;
      }
      for (const message of messages as readonly unknown[]) take(message, raw);
    },
    garbage(what) {
      intake.reject('garbage', what);
    },
  };
}

function shortcomingOf(codes: readonly string[], { quotes }: Message): string | undefined {
  const given = Array.isArray(quotes) ? (quotes as readonly unknown[]) : [];
  const missing = codes.filter((code) => !given.includes(code));
  return missing.length === 0 ? undefined : `gives no ${missing.join(', ')}`;
}

function takeQuote(message: Message, raw: string, intake: Intake): void {
  const { S: code, bp: bid, ap: ask, t: time } = message;
  if (typeof code !== 'string') {
    intake.reject('garbage', raw);
    return;
  }
  intake.take({ code, bid, ask, quotedAtMs: parseTime(time), isTradeable: true, raw });
}

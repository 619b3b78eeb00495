import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { VendorRequest } from '#vendor-host/vendor-host.ts';
import type { OandaQuote, OandaServer } from './oanda-server.ts';

type Stream = { readonly response: ServerResponse; readonly instruments: readonly string[] };

export type Pricing = Pick<
  OandaServer,
  | 'connectionCount'
  | 'openedCount'
  | 'subscriptions'
  | 'quote'
  | 'heartbeat'
  | 'sendRaw'
  | 'silence'
> & {
  /** Turns the response into a stream if the request is allowed to have one. */
  open(request: VendorRequest, response: ServerResponse): void;
};

export type PricingOptions = {
  readonly nowMs: () => number;
  readonly isFrozen: (socket: Socket) => boolean;
};

/** Returns the instruments that a stream requests. */
export function listInstruments({ parameters }: VendorRequest): readonly string[] {
  return (parameters.get('instruments') ?? '').split(',');
}

export function createPricing({ nowMs, isFrozen }: PricingOptions): Pricing {
  const streams = new Set<Stream>();
  const last = new Map<string, string>();
  let openedCount = 0;
  let isSilent = false;
  const write = (text: string, to: Iterable<Stream>): void => {
    for (const { response } of to) {
      if (response.socket !== null && !isFrozen(response.socket)) response.write(text);
    }
  };
  return {
    get connectionCount() {
      return streams.size;
    },
    get openedCount() {
      return openedCount;
    },
    get subscriptions() {
      return [...streams].flatMap(({ instruments }) => instruments);
    },
    open(request, response) {
      const instruments = listInstruments(request);
      const stream = { response, instruments };
      openedCount += 1;
      streams.add(stream);
      response.on('close', () => streams.delete(stream));
      response.writeHead(200, { 'content-type': 'application/octet-stream' });
      response.flushHeaders();
      if (isSilent) return;
      const snapshot = instruments.map((name) => last.get(name) ?? '').join('');
      write(snapshot + toHeartbeat(nowMs()), [stream]);
    },
    quote(code, quote) {
      const line = toPrice(code, quote, nowMs());
      last.set(code, line);
      if (isSilent) return 0;
      const subscribers = [...streams].filter(({ instruments }) => instruments.includes(code));
      write(line, subscribers);
      return subscribers.length;
    },
    heartbeat() {
      if (!isSilent) write(toHeartbeat(nowMs()), streams);
    },
    sendRaw(text) {
      write(text, streams);
    },
    silence(silent) {
      isSilent = silent;
    },
  };
}

/** Formats a time with nanoseconds, as OANDA does. */
function toTime(atMs: number): string {
  return new Date(atMs).toISOString().replace('Z', '000000Z');
}

function toHeartbeat(atMs: number): string {
  return `${JSON.stringify({ type: 'HEARTBEAT', time: toTime(atMs) })}\n`;
}

function toPrice(code: string, quote: OandaQuote, nowMs: number): string {
  const toSide = (prices: readonly string[]) =>
    prices.map((price, index) => ({ price, liquidity: 1_000_000 * (index + 1) }));
  const isTradeable = quote.tradeable ?? true;
  const price = {
    type: 'PRICE',
    time: toTime(quote.atMs ?? nowMs),
    bids: toSide(quote.bids),
    asks: toSide(quote.asks),
    closeoutBid: quote.bids.at(-1) ?? '1.00000',
    closeoutAsk: quote.asks.at(-1) ?? '1.00000',
    status: isTradeable ? 'tradeable' : 'non-tradeable',
    tradeable: isTradeable,
    instrument: code,
  };
  return `${JSON.stringify(price)}\n`;
}

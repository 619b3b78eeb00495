// A vendor on this machine that quotes two coins five times a second, as the test tells it to.
import { startBinanceServer, type BinanceServer } from '@halyard/testkit';

const QUOTE_EVERY_MS = 200;
/** 0.02 %: a usual spread of a coin. */
const HALF_SPREAD = 0.0001;

export type VendorPrices = {
  readonly binance: BinanceServer;
  /** The settings that make it the source of prices. */
  readonly environment: Readonly<Record<string, string>>;
  /** What BTCUSD is quoted around from the next quote on. */
  setMid(mid: number): void;
  /** One quote of BTCUSD besides the usual ones. */
  quoteOnce(mid: number): void;
  /** Ends every connection and takes no new one. */
  leave(): void;
  comeBack(): void;
  close(): Promise<void>;
};

/** What a coin around `mid` is sold and bought at. */
export function sidesOf(mid: number): { readonly sell: number; readonly buy: number } {
  return {
    sell: Math.floor(mid * (1 - HALF_SPREAD) * 100) / 100,
    buy: Math.ceil(mid * (1 + HALF_SPREAD) * 100) / 100,
  };
}

export async function startVendorPrices(startMid: number): Promise<VendorPrices> {
  const binance = await startBinanceServer();
  let mid = startMid;
  const quote = (code: string, price: number): void => {
    const { sell, buy } = sidesOf(price);
    binance.quote(code, { bid: sell.toFixed(8), ask: buy.toFixed(8) });
  };
  const timer = setInterval(() => {
    quote('BTCUSDT', mid);
    quote('ETHUSDT', 2_000);
  }, QUOTE_EVERY_MS);
  return {
    binance,
    environment: {
      FEED: 'binance',
      BINANCE_STREAM_URL: binance.streamUrl,
      BINANCE_URL: binance.restUrl,
    },
    setMid: (wanted) => {
      mid = wanted;
    },
    quoteOnce: (price) => quote('BTCUSDT', price),
    leave() {
      binance.refuseConnections(true);
      binance.cut();
    },
    comeBack: () => binance.refuseConnections(false),
    async close() {
      clearInterval(timer);
      await binance.close();
    },
  };
}

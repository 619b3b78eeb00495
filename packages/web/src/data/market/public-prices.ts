// Public prices without a session: one connection for all components, open while any needs it.
import { PRICES_NAMESPACE, type PricesToClient } from '@halyard/contract/live';
import type { LiveQuote } from '@halyard/contract/market';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { type KeptSocket, keepSocket } from '../live/live-socket.ts';
import { QuoteStore } from './quotes.ts';

class PublicPrices {
  readonly quotes = new QuoteStore();
  readonly #holders = new Set<readonly string[]>();
  #socket: KeptSocket | undefined;
  #isBookDue = false;

  /** Subscribes to these symbols; returns a function that unsubscribes. */
  hold(symbols: readonly string[]): () => void {
    this.#holders.add(symbols);
    if (this.#socket === undefined) this.#open();
    else this.#narrow();
    return () => {
      this.#holders.delete(symbols);
      if (this.#holders.size === 0) this.#close();
      else this.#narrow();
    };
  }

  #open(): void {
    const kept = keepSocket(PRICES_NAMESPACE, undefined, {
      onConnect: () => {
        this.#isBookDue = true;
        this.#narrow();
      },
      onDisconnect: () => undefined,
      onSessionEnded: () => undefined,
    });
    const onPrice: PricesToClient['price'] = (book) => {
      if (this.#isBookDue) this.quotes.replace(book);
      else this.quotes.accept(book);
      this.#isBookDue = false;
    };
    kept.socket.on('price', onPrice);
    this.#socket = kept;
  }

  #narrow(): void {
    const socket = this.#socket?.socket;
    const symbols = [...new Set([...this.#holders].flat())];
    if (socket?.connected === true) socket.emit('subscribe', { symbols });
  }

  #close(): void {
    this.#socket?.close();
    this.#socket = undefined;
    this.quotes.close();
  }
}

const prices = new PublicPrices();

/** Subscribes while mounted. The list must stay the same object. */
export function usePublicPrices(symbols: readonly string[]): void {
  useEffect(() => prices.hold(symbols), [symbols]);
}

/** The displayed quote; undefined until the first. */
export function usePublicQuote(symbol: string): LiveQuote | undefined {
  const subscribe = useCallback(
    (listener: () => void) => prices.quotes.subscribe(symbol, listener),
    [symbol],
  );
  return useSyncExternalStore(subscribe, () => prices.quotes.get(symbol));
}

/**
 * Returns a function that reads displayed quotes; the component is rendered again when any of them
 * changes.
 */
export function usePublicQuotes(
  symbols: readonly string[],
): (symbol: string) => LiveQuote | undefined {
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = symbols.map((symbol) => prices.quotes.subscribe(symbol, listener));
      return () => {
        for (const end of ends) end();
      };
    },
    [symbols],
  );
  useSyncExternalStore(subscribe, () => prices.quotes.paints);
  return (symbol) => prices.quotes.get(symbol);
}

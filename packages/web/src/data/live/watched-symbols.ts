// Reports to the server which symbols the page shows. An appearing symbol is requested at once. A
// disappearing one is dropped after a delay, because scrolling and switching markets often bring it
// back.
import { WATCH_SYMBOLS_MAX } from '@halyard/contract/live';

export const ADD_DELAY_MS = 60;
export const DROP_DELAY_MS = 3_000;

export type WatchOptions = {
  /** The symbols that the page shows now. */
  shown(): readonly string[];
  /** Sends the complete list; returns whether there was a connection to send it on. */
  send(symbols: readonly string[]): boolean;
  /** Calls after a delay; returns a function that cancels it. */
  after(delayMs: number, run: () => void): () => void;
};

type Planned = { readonly delayMs: number; readonly cancel: () => void };

export class WatchedSymbols {
  readonly #options: WatchOptions;
  /** The symbols that the server sends; undefined while it sends all. */
  #sent: ReadonlySet<string> | undefined;
  #planned: Planned | undefined;

  constructor(options: WatchOptions) {
    this.#options = options;
  }

  /** Called for a new connection, on which the server sends all symbols until it gets a list. */
  restart(): void {
    this.#sent = undefined;
    this.#plan(ADD_DELAY_MS);
  }

  /** Called when a symbol appears on the screen or disappears from it. */
  change(symbol: string, isShown: boolean): void {
    if (this.#sent === undefined) return;
    if (isShown && !this.#sent.has(symbol)) this.#plan(ADD_DELAY_MS);
    if (!isShown && this.#sent.has(symbol)) this.#plan(DROP_DELAY_MS);
  }

  close(): void {
    this.#planned?.cancel();
    this.#planned = undefined;
    this.#sent = undefined;
  }

  #plan(delayMs: number): void {
    if (this.#planned !== undefined && this.#planned.delayMs <= delayMs) return;
    this.#planned?.cancel();
    const cancel = this.#options.after(delayMs, () => {
      this.#planned = undefined;
      this.#send();
    });
    this.#planned = { delayMs, cancel };
  }

  #send(): void {
    const symbols = this.#options.shown().slice(0, WATCH_SYMBOLS_MAX);
    const sent = this.#sent;
    const isSame = symbols.length === sent?.size && symbols.every((symbol) => sent.has(symbol));
    if (!isSame && this.#options.send(symbols)) this.#sent = new Set(symbols);
  }
}

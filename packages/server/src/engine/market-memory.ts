// The last quote and state of each symbol, kept apart from the engine's memory: they are facts
// of the market, and a term that begins anew must know them.
import type { AcceptTick, MarketCommand, SetSymbolState, SymbolMarket } from '@halyard/core/engine';

type Last = { tick?: AcceptTick; state?: SetSymbolState };

export class MarketMemory {
  readonly #symbols = new Map<string, Last>();

  note(command: MarketCommand): void {
    if (command.kind === 'accept-tick') this.#of(command.quote.symbol).tick = command;
    else this.#of(command.symbol).state = command;
  }

  find(symbol: string): SymbolMarket {
    const { tick, state } = this.#symbols.get(symbol) ?? {};
    return {
      quote: tick?.quote,
      state: state?.state ?? 'none',
      closesAtMs: state?.closesAtMs ?? null,
    };
  }

  /** Quotes before states: an old quote must fire nothing, only the next one may. */
  list(): readonly MarketCommand[] {
    const all = [...this.#symbols.values()];
    return [...all.flatMap(({ tick }) => tick ?? []), ...all.flatMap(({ state }) => state ?? [])];
  }

  #of(symbol: string): Last {
    const known = this.#symbols.get(symbol);
    if (known !== undefined) return known;
    const first: Last = {};
    this.#symbols.set(symbol, first);
    return first;
  }
}

// The last quote, state and limits of each symbol, and the financing days that are not charged yet.
// They are stored outside the engine's memory, because they outlive a term.
import type {
  AcceptTick,
  MarketCommand,
  SetLimits,
  SetNights,
  SetSymbolState,
  SetTradingPause,
  SymbolMarket,
} from '@halyard/core/engine';

type Last = { tick?: AcceptTick; state?: SetSymbolState; limits?: SetLimits };

export class MarketMemory {
  readonly #symbols = new Map<string, Last>();
  #nights: SetNights | undefined;
  #pause: SetTradingPause | undefined;

  note(command: MarketCommand): void {
    switch (command.kind) {
      case 'accept-tick':
        this.#of(command.quote.symbol).tick = command;
        break;
      case 'set-symbol-state':
        this.#of(command.symbol).state = command;
        break;
      case 'set-limits':
        this.#of(command.symbol).limits = command;
        break;
      case 'set-nights':
        this.#nights = command;
        break;
      case 'set-trading-pause':
        this.#pause = command;
        break;
      case 'trigger-order':
      case 'expire-orders':
      case 'record-trails':
        break;
    }
  }

  find(symbol: string): SymbolMarket {
    const { tick, state } = this.#symbols.get(symbol) ?? {};
    return {
      quote: tick?.quote,
      state: state?.state ?? 'none',
      closesAtMs: state?.closesAtMs ?? null,
    };
  }

  /**
   * Lists the commands that bring a new term up to date. Limits and financing days come first,
   * because nothing may open before they apply; quotes come before states, because an old quote
   * must trigger nothing.
   */
  list(): readonly MarketCommand[] {
    const all = [...this.#symbols.values()];
    return [
      ...(this.#nights === undefined ? [] : [this.#nights]),
      ...(this.#pause === undefined ? [] : [this.#pause]),
      ...all.flatMap(({ limits }) => limits ?? []),
      ...all.flatMap(({ tick }) => tick ?? []),
      ...all.flatMap(({ state }) => state ?? []),
    ];
  }

  #of(symbol: string): Last {
    const known = this.#symbols.get(symbol);
    if (known !== undefined) return known;
    const first: Last = {};
    this.#symbols.set(symbol, first);
    return first;
  }
}

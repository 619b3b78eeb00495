import { assert } from '#assertion/assertion.ts';
import { closingPrice } from '#instrument/instrument.ts';
import { trailingStop, type PositionId, type Trail } from '#position/position.ts';
import type { Command } from '../command.ts';
import type { Event } from '../event.ts';
import type { EngineState } from '../state.ts';

type Best = { readonly set: Trail; points: number };

/**
 * A naive model of trailing stops: the best price of each one, recorded individually at each quote.
 */
export class NaiveTrails {
  readonly #bests = new Map<PositionId, Best>();

  /** Updates the model after the events of a command were applied to the state. */
  note(state: EngineState, command: Command, events: readonly Event[]): void {
    for (const event of events) {
      if (event.kind === 'position-opened') this.#set(event.position.id, event.position.trail);
      if (event.kind === 'levels-changed') this.#set(event.positionId, event.trail ?? undefined);
      if (event.kind === 'position-closed') this.#expectClosed(event.position);
    }
    if (command.kind !== 'accept-tick' || events.length === 0) return;
    const { quote } = command;
    if (state.markets.get(quote.symbol)?.state !== 'live') return;
    for (const { positions } of state.accounts.values()) {
      for (const { id, symbol, direction, trail } of positions.values()) {
        const best = this.#bests.get(id);
        if (symbol !== quote.symbol || trail === undefined || best === undefined) continue;
        const price = closingPrice(direction, quote);
        best.points =
          direction === 'buy' ? Math.max(best.points, price) : Math.min(best.points, price);
      }
    }
  }

  #set(id: PositionId, trail: Trail | undefined): void {
    if (trail === undefined) this.#bests.delete(id);
    else if (this.#bests.get(id)?.set !== trail) {
      this.#bests.set(id, { set: trail, points: trail.bestPoints });
    }
  }

  /** Asserts that every trailing stop of the state has the best price of the model. */
  expectAt(state: EngineState): void {
    for (const { positions } of state.accounts.values()) {
      for (const position of positions.values()) {
        const { trail } = state.books.get(position.symbol)?.levels.current(position) ?? {};
        const isSame = trail?.bestPoints === this.#bests.get(position.id)?.points;
        assert(isSame, () => `position ${position.id} has seen another best price`);
      }
    }
  }

  /**
   * Asserts that a position closed as a stop loss when the price reached its trailing or its fixed
   * stop.
   */
  #expectClosed(position: Extract<Event, { kind: 'position-closed' }>['position']): void {
    const { id, direction, trail, stopPoints, closeQuote, closingReason } = position;
    if (trail === undefined) return;
    const best = this.#bests.get(id);
    const isSame = trail.bestPoints === best?.points;
    assert(isSame, () => `position ${id} had seen another best price`);
    if (closingReason !== 'stop-loss') return;
    const sign = direction === 'buy' ? 1 : -1;
    const levels = [sign * trailingStop(direction, trail), sign * (stopPoints ?? Number.NaN)];
    const price = sign * closingPrice(direction, closeQuote);
    const isReached = levels.some((level) => price <= level);
    assert(isReached, () => `position ${id} closed by a stop that is not reached`);
  }
}

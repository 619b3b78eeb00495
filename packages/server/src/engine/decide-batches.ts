// Decides queued commands against the memory, applies them, and packs what they bring about
// into batches, in order.
import { apply, decide } from '@halyard/core/engine';
import type { DurableEvent, EngineState, Event, MarketCommand } from '@halyard/core/engine';
import type { AccountId } from '@halyard/core/position';

import { Batch } from './batch.ts';
import type { Numbering } from './batch.ts';
import { PendingCommand } from './pending-command.ts';

export const COMMANDS_PER_BATCH_MAX = 256;
/** A gap's closes are committed in pieces of this size; one account's are never torn apart. */
export const POSITIONS_PER_BATCH_MAX = 1_024;

export type Queued = PendingCommand | MarketCommand;

export class BatchPacker {
  readonly #state: EngineState;
  readonly #numbering: Numbering;
  readonly #batches: Batch[] = [];

  constructor(state: EngineState, numbering: Numbering) {
    this.#state = state;
    this.#numbering = numbering;
  }

  /** In the order in which they are to be committed. */
  get batches(): readonly Batch[] {
    return this.#batches;
  }

  /** Throws when an assertion of the rules fails: then the memory may not be used any more. */
  add(queued: Queued): void {
    if (queued instanceof PendingCommand) this.#addCommand(queued);
    else this.#addMarketCommand(queued);
  }

  #addCommand(pending: PendingCommand): void {
    const decision = decide(this.#state, pending.command);
    const batch = this.#batchFor(0);
    if (decision.kind === 'refused') {
      batch.addAnswer(pending, { kind: 'refused', refusal: decision.refusal });
      return;
    }
    const durable = decision.events.filter(isDurable);
    this.#applyAll(batch, decision.events);
    batch.addAnswer(pending, { kind: 'done', events: durable });
  }

  #addMarketCommand(command: MarketCommand): void {
    const decision = decide(this.#state, command);
    if (decision.kind === 'refused') throw new Error('A market command was refused.');
    if (!decision.events.some(isDurable)) {
      for (const event of decision.events) apply(this.#state, event);
      return;
    }
    for (const events of groupByAccount(decision.events)) {
      this.#applyAll(this.#batchFor(events.length), events);
    }
  }

  #applyAll(batch: Batch, events: readonly Event[]): void {
    for (const event of events) {
      apply(this.#state, event);
      if (isDurable(event)) batch.addEvent(this.#state, event);
    }
  }

  /** The last batch if this much still fits into it, else a new one. */
  #batchFor(positionCount: number): Batch {
    const last = this.#batches.at(-1);
    const fits =
      last !== undefined && last.positionCount + positionCount <= POSITIONS_PER_BATCH_MAX;
    if (fits) return last;
    const batch = new Batch(this.#numbering);
    this.#batches.push(batch);
    return batch;
  }
}

function isDurable(event: Event): event is DurableEvent {
  return event.kind !== 'tick-accepted' && event.kind !== 'symbol-state-set';
}

/**
 * The events of each account together, in their order, so that its closes and the protection of
 * its balance are committed as one. Accounts do not depend on each other within a tick.
 */
function groupByAccount(events: readonly Event[]): Iterable<readonly Event[]> {
  const groups = new Map<AccountId | undefined, Event[]>();
  for (const event of events) {
    const accountId = isDurable(event) ? accountOf(event) : undefined;
    const group = groups.get(accountId);
    if (group === undefined) groups.set(accountId, [event]);
    else group.push(event);
  }
  return groups.values();
}

function accountOf(event: DurableEvent): AccountId {
  switch (event.kind) {
    case 'position-opened':
    case 'position-closed':
      return event.position.accountId;
    case 'position-reduced':
      return event.closed.accountId;
    case 'account-added':
    case 'terms-changed':
    case 'funds-posted':
    case 'levels-changed':
      return event.accountId;
  }
}

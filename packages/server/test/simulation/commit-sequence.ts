import type { CommitRows } from './commit-rows.ts';
import type { SimTables } from './sim-tables.ts';
import { demand } from './violation.ts';

/** I3: the owner of the lease alone commits, batch after batch, and numbers commands without gaps. */
export class CommitSequence {
  readonly #tables: SimTables;
  #lastBatch = 0;
  #lastSequence = 0;
  #lastEpoch = 0;

  constructor(tables: SimTables) {
    this.#tables = tables;
  }

  check({ epoch, batch, command }: CommitRows): void {
    demand(epoch >= this.#lastEpoch, 'I3', `epoch ${epoch} wrote after ${this.#lastEpoch}`);
    const { epoch: ownerEpoch } = this.#tables.lease;
    const isOwner = epoch === ownerEpoch;
    demand(isOwner, 'I3', `epoch ${epoch} wrote, but ${ownerEpoch} has the lease`);
    demand(batch === this.#lastBatch + 1, 'I3', `batch ${batch} follows ${this.#lastBatch}`);
    for (const { sequence } of command) {
      demand(sequence === this.#lastSequence + 1, 'I3', `command ${String(sequence)} is next`);
      this.#lastSequence = Number(sequence);
    }
    this.#lastEpoch = epoch;
    this.#lastBatch = batch;
  }
}

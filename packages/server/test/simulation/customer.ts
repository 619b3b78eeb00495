// One request from its first sending to its answer: sent again with the same id until there is
// one. Messages get lost, come late, or come twice.
import { toStoredJson } from '#engine/engine.ts';
import { Outage } from '#platform/outage/outage.ts';
import type { WriteResult } from '@halyard/testkit';
import type { Outcome } from '#engine/engine.ts';

import type { Chance } from './chance.ts';
import { toResult } from './edges/sim-history.ts';
import { demand } from './violation.ts';
import type { SimRequest } from './sim-request.ts';
import { count } from './injected-failures.ts';
import type { Installation } from './sim-node.ts';
import type { Port, PortLife } from './edges/port.ts';

const PATIENCE_MS = [1_200, 4_000] as const;
const DUPLICATE = toStoredJson({
  kind: 'refused',
  rejection: { code: 'duplicate-id', facts: {} },
});

export type Desk = {
  readonly shared: Installation;
  readonly nodes: readonly Port[];
  readonly chance: Chance;
  /** By account and id, the content that its stored hash stands for. */
  readonly contents: Map<string, string>;
  /** Which program customers take for the one in charge. */
  readonly guess: { node: number };
  readonly onAcknowledged: (simRequest: SimRequest, outcome: string) => void;
};

export class Request {
  readonly simRequest: SimRequest;
  isSettled = false;
  hasGivenUp = false;
  readonly #desk: Desk;
  readonly #content: string;
  #node: number;
  readonly #record: ((result: WriteResult) => void) | undefined;
  #attempts = 0;
  #stopWaiting: (() => void) | undefined;

  constructor(desk: Desk, simRequest: SimRequest) {
    this.#desk = desk;
    this.simRequest = simRequest;
    this.#content = JSON.stringify(simRequest.content);
    this.#node = desk.guess.node;
    this.#record = desk.shared.edges?.history.begin(simRequest);
  }

  get #key(): string {
    return `${this.simRequest.content.accountId} ${this.simRequest.requestId}`;
  }

  /** Sends it, and again when no answer comes. */
  send(): void {
    const { shared, chance } = this.#desk;
    if (this.isSettled) return;
    this.#attempts += 1;
    this.hasGivenUp = false;
    this.#post();
    if (shared.problems.isRepeated()) this.#post();
    const attempt = this.#attempts;
    this.#stopWaiting = shared.time.after(chance.between(...PATIENCE_MS), () => {
      if (this.isSettled || attempt !== this.#attempts) return;
      // Another program may be in charge.
      this.#node += 1;
      if (shared.problems.happens('a customer who gives up and asks again later', 0.1)) {
        this.hasGivenUp = true;
      } else {
        this.send();
      }
    });
  }

  #post(): void {
    const { shared, nodes } = this.#desk;
    const delayMs = shared.problems.messageMs('command');
    const index = this.#node;
    const node = nodes[index % nodes.length];
    if (delayMs === null || node === undefined) return;
    shared.time.after(delayMs, () => {
      const { life } = node;
      life?.process.deliver(() => this.#submit(index, life));
    });
  }

  #submit(node: number, life: PortLife): void {
    void life.submit(this.simRequest.requestId, this.simRequest.content).then(
      (outcome) => this.#answer(node, outcome),
      (error: unknown) => this.#fail(error),
    );
  }

  /** What leaves the program as an answer is held against what is committed, whoever hears it. */
  #answer(node: number, outcome: Outcome): void {
    const { shared, contents } = this.#desk;
    const text = toStoredJson(outcome);
    try {
      this.#checkAnswer(text);
    } catch (error) {
      shared.onViolation(error);
    }
    const delayMs = shared.problems.messageMs('answer');
    if (delayMs === null) return;
    shared.time.after(delayMs, () => {
      if (this.isSettled) return;
      this.isSettled = true;
      if (text !== DUPLICATE) this.#record?.(toResult(outcome, text));
      this.#stopWaiting?.();
      this.#desk.guess.node = node;
      const isFirst = contents.get(this.#key) === this.#content;
      if (isFirst) this.#desk.onAcknowledged(this.simRequest, text);
      if (text === DUPLICATE) count(shared.counts, 'an id with other content');
    });
  }

  #checkAnswer(text: string): void {
    const { shared, contents } = this.#desk;
    const stored = shared.server.tables.commands.get(this.#key);
    if (stored === undefined) {
      // The key of a posting may have been used for another account.
      const isForeign = text === DUPLICATE && this.#isUsedByOthers();
      demand(isForeign, 'I4', `${this.#key} is answered, but not committed`);
      return;
    }
    const hash = String(stored.content_hash);
    const key = `${this.#key} ${hash}`;
    const isDuplicate = text === DUPLICATE;
    if (!isDuplicate) {
      const isStored = text === shared.server.tables.answers.get(this.#key);
      demand(isStored, 'I4', `${this.#key} has two answers`);
      const known = contents.get(key) ?? this.#content;
      demand(known === this.#content, 'I5', `${this.#key} answers for other content`);
      contents.set(key, known);
      contents.set(this.#key, known);
    } else {
      demand(contents.get(key) !== this.#content, 'I5', `${this.#key} has no answer any more`);
    }
  }

  #isUsedByOthers(): boolean {
    const { commands } = this.#desk.shared.server.tables;
    const { requestId } = this.simRequest;
    return [...commands.values()].some(({ request_id: used }) => used === requestId);
  }

  #fail(error: unknown): void {
    const { shared } = this.#desk;
    if (!(error instanceof Outage)) {
      shared.onViolation(error);
      return;
    }
    count(shared.counts, `an outage told: ${error.message}`);
    // Between an edge and the engine, the request can be on its way a second time.
    if (shared.edges !== undefined || error.message !== 'The command was not done.') return;
    const isThere = shared.server.tables.commands.has(this.#key);
    if (isThere) shared.onViolation(new Error(`I6: ${this.#key} was done, and told not to be`));
  }
}

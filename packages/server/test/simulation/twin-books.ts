// The books of accounts that never ask for their money: what a withdrawal sets aside stays in their
// cash, and what it gives back changes nothing. No account may be better off than its twin.
import type { EngineRules } from '@halyard/core/engine';

import { count } from './injected-failures.ts';
import type { Counts } from './injected-failures.ts';
import type { Posting } from './sim-tables.ts';

type Twin = { cash: number; credit: number };
/** What an account owns: its cash with what is set aside, and its credit. */
export type Owned = Readonly<Twin>;

export class TwinBooks {
  readonly #rules: EngineRules;
  readonly #counts: Counts;
  readonly #twins = new Map<number, Twin>();

  constructor(rules: EngineRules, counts: Counts) {
    this.#rules = rules;
    this.#counts = counts;
  }

  of(accountId: number): Owned {
    return this.#get(accountId);
  }

  /** Takes the next posting of the commits. */
  note(posting: Posting): void {
    const { kind, unique_key: key } = posting;
    const own = posting.entries.filter(({ customer_id: id }) => id !== null);
    const accountId = Number(own[0]?.customer_id);
    const twin = this.#get(accountId);
    const moved = (account: string): number =>
      posting.entries.reduce(
        (sum, one) => (one.account === account ? sum + Number(one.amount_cents) : sum),
        0,
      );
    const grantedCents = 0 - moved('house:bonus');
    if (kind === 'protection' || kind === 'shortfall') {
      this.#protect(twin, kind === 'protection' ? moved('customer:cash') : 0);
    } else if (kind === 'deposit') {
      // What is taken back may leave less than nothing.
      twin.cash += moved('customer:cash');
    } else if (kind === 'withdrawal') {
      // A payout takes from what is set aside, which is the twin's cash.
      twin.cash += moved('customer:cash') + moved('customer:withdrawal-hold');
      if (String(key).startsWith('release:')) count(this.#counts, 'a withdrawal given back');
    } else if (grantedCents !== 0) {
      this.#addCredit(twin, grantedCents);
    } else {
      this.#move(twin, moved('customer:cash') + moved('customer:credit'));
    }
  }

  /** Cash first, then credit, then cash below zero. */
  #move(twin: Twin, cents: number): void {
    const isCreditUsed = this.#rules.regime === 'international' && cents < 0;
    const short = isCreditUsed ? Math.max(0, 0 - cents - Math.max(0, twin.cash)) : 0;
    const fromCredit = Math.min(short, Math.max(0, twin.credit));
    twin.credit -= fromCredit;
    twin.cash += cents + fromCredit;
  }

  /**
   * Credit makes cash below zero good first, with the credit that was there. How much was granted
   * shows on the broker's side alone: the account's credit may even fall.
   */
  #addCredit(twin: Twin, grantedCents: number): void {
    twin.credit += grantedCents;
    const short = this.#rules.regime === 'international' ? Math.max(0, 0 - twin.cash) : 0;
    const covered = Math.min(short, twin.credit);
    twin.cash += covered;
    twin.credit -= covered;
  }

  /** By the twin's own balance, whatever was paid. */
  #protect(twin: Twin, paidCents: number): void {
    const isInternational = this.#rules.regime === 'international';
    const balance = isInternational ? twin.cash + twin.credit : twin.cash;
    twin.cash += Math.max(0, 0 - balance);
    count(this.#counts, 'cents of balance protection paid', paidCents);
    count(this.#counts, 'cents of balance protection without held funds', paidCents);
  }

  #get(accountId: number): Twin {
    const known = this.#twins.get(accountId);
    if (known !== undefined) return known;
    const fresh = { cash: 0, credit: 0 };
    this.#twins.set(accountId, fresh);
    return fresh;
  }
}

// What must have come about in a long enough series of runs: a failure or a rule that never does is
// not tested by it.
import { ENGINE_REJECTION_CODES } from '@halyard/core/engine';
import { SYMBOL_STATES } from '@halyard/core/instrument';
import { CLOSING_REASONS } from '@halyard/core/position';

import { COMMIT_STEPS } from './injected-failures.ts';
import type { Counts } from './injected-failures.ts';

const PROBLEMS = [
  'a lost command',
  'a delayed command',
  'a repeated command',
  'a lost answer',
  'a delayed answer',
  'an id with other content',
  'a customer who gives up and asks again later',
  'a request lost on its way to the database',
  'an answer lost on its way from the database',
  'an unknown commit that was done',
  'an outage told: The command was not done.',
  'an outage told: It is unknown whether the command was done.',
  'a commit that takes long to arrive',
  'a commit that takes long to be written',
  'a commit refused or ended: P0E01',
  'a commit refused or ended: 57P01',
  'a commit refused or ended: 57014',
  'a paused owner that came back and was refused',
  'a database that is gone for a while',
  'take-overs',
  'a gap of up to 20 %',
  'a repeated tick',
  'a tick that is too late',
  ...SYMBOL_STATES.map((state) => `a symbol ${state}`),
  ...COMMIT_STEPS.flatMap((step) => [`a crash, ${step}`, `a pause, ${step}`]),
];

// A hold's id is its reference: what is used is refused before it is decided. Splits and dividends
// are an operator's actions on a halted symbol, with tests of their own. A hundred orders of one account
// are more than a run has commands.
const NOT_MET: readonly string[] = [
  'duplicate-id',
  'not-halted',
  'adjustment-impossible',
  'too-many-orders',
];

const RULES = [
  ...CLOSING_REASONS.map((reason) => `closed: ${reason}`),
  ...ENGINE_REJECTION_CODES.filter((code) => !NOT_MET.includes(code)).map(
    (code) => `refused: ${code}`,
  ),
  'done: account-added',
  'done: terms-changed',
  'done: position-opened',
  'done: position-closed',
  'done: position-reduced',
  'done: levels-changed',
  'done: order-placed',
  'done: order-amended',
  'done: order-ended',
  'an amendment of some terms',
  'an order filled',
  'an order rejected',
  'an order cancelled',
  'an order expired',
  'an order cancelled by the other of its pair',
  'an order triggered as the oracle says',
  'a mark of trailing stops',
  'closed: trailing stop',
  'done: funds-posted',
  'done: financing-charged',
  'done: withdrawal-cancelled',
  'a withdrawal cancelled for a loss',
  'a night charged by a close',
  'a notice: termination',
  'a notice: margin-close-out',
  'a notice: margin-level',
  'a notice: withdrawal-cancelled',
  'a posting of fee',
  'a guarantee of the house',
  'negative balance protection',
  'a shortfall of shared protection',
  'a tick that is judged by the oracle',
  'an account closed by a tick as the oracle says',
  'the room of an opening or a withdrawal is looked at',
];

/** What never came about. */
export function listMissing(counts: Counts): readonly string[] {
  return [...PROBLEMS, ...RULES].filter((name) => (counts.get(name) ?? 0) === 0);
}

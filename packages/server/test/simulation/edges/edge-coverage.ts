// What must have come about in a long enough series of runs with edges.
import type { Counts } from '../injected-failures.ts';

const EVENTS = [
  'a lost message between programs',
  'a message between programs that comes twice',
  'a message between programs that is overtaken',
  'a crash of an edge',
  'a pause of an edge',
  'an edge without messages',
  'a crash of a program with the engine',
  'a pause of a program with the engine',
  'a program with the engine without messages',
  'a fail-over of the database',
  'a commit with a warning',
  "a take-over with the standby's memory",
  'a take-over that loads everything',
  'a read through an edge',
  'a read that fails',
];

/** What never came about. */
export function listMissingOfEdges(counts: Counts): readonly string[] {
  return EVENTS.filter((name) => (counts.get(name) ?? 0) === 0);
}

import type { RecordTrails } from '../command.ts';
import { decided, type Decision } from '../decision.ts';
import type { Event } from '../event.ts';
import type { EngineState } from '../state.ts';

/** Lists the trail marks of all symbols that changed since they were last stored. Never rejects. */
export function decideRecordTrails({ books }: EngineState, { atMs }: RecordTrails): Decision {
  const events: Event[] = [];
  for (const [symbol, { levels }] of books) {
    const { marks, dropped } = levels.listTrailChanges();
    if (marks.length === 0 && dropped.length === 0) continue;
    events.push({ kind: 'trails-moved', symbol, atMs, marks, dropped });
  }
  return decided(...events);
}

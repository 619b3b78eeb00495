// The database and the engine of practice accounts.
import type { EngineRules } from '@halyard/core/engine';
import type { Instrument, Quote } from '@halyard/core/instrument';
import { createEngine } from '#engine/engine.ts';
import type { EngineOwner } from '#engine/engine-owner.ts';
import type { Log } from '#platform/log/log.ts';
import type { Foundation } from './foundation.ts';

type EngineParts = Pick<Foundation, 'db' | 'clock' | 'stops'> & {
  readonly engine: EngineOwner;
  readonly rules: EngineRules;
  readonly listed: ReadonlyMap<string, Instrument>;
  readonly recallQuotes: () => Promise<readonly Quote[]>;
  readonly log: Log;
};

/**
 * Creates the engine of practice accounts. It holds its lease only while the live engine holds its
 * own.
 */
export function openPracticeEngine(parts: EngineParts) {
  const { db, clock, stops, engine, rules, listed, recallQuotes, log } = parts;
  const practiceDb = db.inSchema('practice');
  stops.add('database of practice accounts', () => practiceDb.close());
  const practiceEngine = createEngine({
    db: practiceDb,
    standbyDb: db.isExclusive ? undefined : practiceDb,
    rules,
    instruments: [...listed.values()],
    log,
    recallQuotes,
    clock,
    follows: engine,
    // Live accounts don't depend on this engine, so the program continues without practice
    // accounts.
    onFatal: (err) => log.error({ err }, 'practice accounts are unavailable until a restart'),
  });
  stops.add('engine of practice accounts', () => practiceEngine.stop());
  return { practiceDb, practiceEngine, practiceOwner: practiceEngine };
}

import { SYMBOL_STATES } from '@halyard/core/instrument';
import { EXIT } from '#platform/operator/operator.ts';
import type { Verb } from './verb.ts';

const DEAD_SHOWN_MAX = 20;

export const statusVerb: Verb = {
  name: 'status',
  usage: ['status'],
  summary: 'Tells how the server feels: database, engine, prices, work that was given up.',
  run: async (deps, call) => {
    if (call.words.length > 0) return 'usage';
    const states = deps.instruments.map(({ symbol }) => deps.market.state(symbol));
    const counts = SYMBOL_STATES.map(
      (state) => `${states.filter((one) => one === state).length} ${state}`,
    );
    const isReady = deps.engine.isReady();
    call.print(`database        ${deps.db.kind}`);
    call.print(`engine          ${isReady ? 'ready' : 'not ready'}`);
    call.print(`prices          ${counts.join(', ')}`);
    const dead = await deps.jobs.listDead(DEAD_SHOWN_MAX);
    call.print(`given up        ${dead.length === 0 ? 'nothing' : ''}`);
    for (const work of dead) {
      call.print(`  ${work.queue} ${work.id} ${work.kind}: ${work.lastError}`);
    }
    return isReady ? EXIT.done : EXIT.failed;
  },
};

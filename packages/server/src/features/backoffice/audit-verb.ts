import { EXIT } from './exit-code.ts';
import { runAudit } from './run-audit.ts';
import type { Verb } from './verb.ts';

export const auditVerb: Verb = {
  name: 'audit',
  usage: ['audit'],
  summary: 'Proves that every balance, position and posting agrees; prints what differs.',
  run: async (deps, call) => {
    if (call.words.length > 0) return 'usage';
    const { differences } = await runAudit(deps.db, call);
    return differences === 0 ? EXIT.done : EXIT.failed;
  },
};

import { EXIT } from '#platform/operator/operator.ts';
import { runAudit } from '../audit/audit.ts';
import type { Verb } from '../verb.ts';

export const auditVerb: Verb = {
  name: 'audit',
  usage: ['audit'],
  summary: 'Proves that every balance, position and posting agrees; prints what differs.',
  run: async (deps, call) => {
    if (call.words.length > 0) return 'usage';
    return (await runAudit(deps.db, call)) === 0 ? EXIT.done : EXIT.failed;
  },
};

import { EXIT } from '#platform/operator/operator.ts';
import { runAudit } from '../audit/audit.ts';
import type { OperatorCommand } from '../operator-command.ts';

export const auditCommand: OperatorCommand = {
  name: 'audit',
  usage: ['audit'],
  summary: 'Proves that every balance, position and posting agrees; prints what differs.',
  run: async (deps, call) => {
    if (call.words.length > 0) return 'usage';
    const { signal } = call;
    const differences = await runAudit(deps.db, {
      signal,
      print: (line) => call.print(line),
      progress: (text) => call.progress(text),
      nowMs: deps.clock.nowMs(),
    });
    return differences === 0 ? EXIT.done : EXIT.failed;
  },
};

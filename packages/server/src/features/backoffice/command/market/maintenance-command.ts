import { EXIT } from '#platform/operator/operator.ts';
import { toPlainLine } from '../plain-line.ts';
import { readReason } from '../read-reason.ts';
import type { OperatorCommand } from '#features/backoffice/operator-command.ts';

export const maintenanceCommand: OperatorCommand = {
  name: 'maintenance',
  usage: ['maintenance', 'maintenance on REASON…', 'maintenance off'],
  summary:
    'While it is on nobody opens a position, also over a restart; closing and money go on. Customers ' +
    'are told so, without the reason.',
  run: async ({ tradingPause }, call) => {
    const [action, ...rest] = call.words;
    if (action === undefined) {
      const begun = tradingPause.find();
      if (begun === undefined) {
        call.print('Maintenance is off.');
      } else {
        const since = new Date(begun.atMs).toISOString();
        call.print(toPlainLine(`Maintenance is on since ${since} by ${begun.by}: ${begun.reason}`));
      }
      return EXIT.done;
    }
    const reason = readReason(rest);
    if (action === 'on' && reason !== undefined && reason !== '') {
      const isNew = await tradingPause.begin({ by: call.actor, reason });
      call.print(`Maintenance is ${isNew ? '' : 'already '}on: nobody opens positions.`);
      return EXIT.done;
    }
    if (action !== 'off' || rest.length > 0) return 'usage';
    const wasOn = await tradingPause.end({ by: call.actor });
    call.print(wasOn ? 'Maintenance is off.' : 'Maintenance was not on.');
    return EXIT.done;
  },
};

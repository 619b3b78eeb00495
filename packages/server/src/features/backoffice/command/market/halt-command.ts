import { EXIT } from '#platform/operator/operator.ts';
import { findNamedSymbol } from './find-named-symbol.ts';
import type { OperatorCommand } from '#features/backoffice/operator-command.ts';

const REASON_LENGTH_MAX = 500;

export const haltCommand: OperatorCommand = {
  name: 'halt',
  usage: ['halt SYMBOL REASON…'],
  summary: 'Halts all trading of a symbol until it is resumed, also across restarts.',
  run: async ({ instruments, prices }, call) => {
    const [name, ...rest] = call.words;
    const reason = rest.join(' ').trim();
    if (name === undefined || reason === '' || reason.length > REASON_LENGTH_MAX) return 'usage';
    const instrument = findNamedSymbol(instruments, name, call.print);
    if (instrument === undefined) return EXIT.failed;
    const { symbol } = instrument;
    const isNew = await prices.halt({ symbol, by: call.actor, reason });
    call.print(`${symbol} is ${isNew ? '' : 'already '}halted.`);
    return EXIT.done;
  },
};

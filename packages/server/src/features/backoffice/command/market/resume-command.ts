import { EXIT } from '#platform/operator/operator.ts';
import { findNamedSymbol } from './find-named-symbol.ts';
import type { OperatorCommand } from '#features/backoffice/operator-command.ts';

export const resumeCommand: OperatorCommand = {
  name: 'resume',
  usage: ['resume SYMBOL'],
  summary: 'Ends what halt began. A symbol that is halted for another reason stays so.',
  run: async ({ instruments, market, prices }, call) => {
    const [name, ...rest] = call.words;
    if (name === undefined || rest.length > 0) return 'usage';
    const instrument = findNamedSymbol(instruments, name, call.print);
    if (instrument === undefined) return EXIT.failed;
    const { symbol } = instrument;
    const resumed = await prices.resume({ symbol, by: call.actor });
    if (resumed === 'split-not-quoted') {
      call.print(`${symbol} was split, and its source still quotes the price of before.`);
      return EXIT.failed;
    }
    const result = resumed === 'resumed' ? 'is resumed' : 'was not halted by an operator';
    call.print(`${symbol} ${result}; its state is ${market.state(symbol)}.`);
    return EXIT.done;
  },
};

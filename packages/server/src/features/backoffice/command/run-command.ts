import type { OperatorCall, ExitCode } from '#platform/operator/operator.ts';
import { Outage } from '#platform/outage/outage.ts';
import { EXIT } from '#platform/operator/operator.ts';
import { findActor } from './find-actor.ts';
import { explainWords, usageLines } from './usage.ts';
import type { OperatorCommandDeps } from '../operator-command.ts';
import { COMMANDS } from './commands.ts';

/** Runs a subcommand in the name of the operator or of a member of staff. */
export async function runOperatorCommand(
  deps: OperatorCommandDeps,
  call: OperatorCall,
): Promise<ExitCode> {
  const [name, ...words] = call.words;
  const command = COMMANDS.find((one) => one.name === name);
  if (command === undefined) return explainWords(name, call.print);
  try {
    const found = await findActor(deps, call, { command, words });
    if (found.kind === 'refused') {
      call.print(found.why);
      return found.code;
    }
    const code = await command.run(deps, { ...call, words, actor: found.actor });
    if (code !== 'usage') return code;
    usageLines(command.name).forEach((line) => call.print(line));
    return EXIT.usage;
  } catch (error) {
    if (!(error instanceof Outage)) throw error;
    call.print(`${error.message} Nothing is lost; try again.`);
    return EXIT.failed;
  }
}

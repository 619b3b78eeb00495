import { operatorCommand } from '#platform/launch/launch.ts';
import { EXIT } from '#platform/operator/operator.ts';
import type { ExitCode } from '#platform/operator/operator.ts';
import { COMMANDS } from './commands.ts';

const HELP_WORDS: readonly (string | undefined)[] = [undefined, 'help', '--help', '-h'];

/** The usage of `config check`, which needs no server and so is not a subcommand of the server. */
const CONFIG_CHECK = [
  '',
  '  config check',
  '      Shows each setting with its source, and what is wrong; starts nothing.',
];

/** Returns the usage forms of one subcommand, or of all. */
export function usageLines(name?: string): readonly string[] {
  const shown = COMMANDS.filter((command) => name === undefined || command.name === name);
  return [
    `Usage: ${operatorCommand('VERB …')}`,
    '  --as=EMAIL makes a command that moves money or rights the act of that member of staff, whose',
    '  password and authenticator code it asks for.',
    ...shown.flatMap(({ usage, summary }) => [
      '',
      ...usage.map((form) => `  ${form}`),
      `      ${summary}`,
    ]),
    ...(name === undefined ? CONFIG_CHECK : []),
  ];
}

/** Returns whether there is a subcommand of this name. */
export function isCommand(name: string | undefined): boolean {
  return COMMANDS.some((command) => command.name === name);
}

/** Prints the usage of all subcommands to whoever asks for help or names an unknown one. */
export function explainWords(name: string | undefined, print: (line: string) => void): ExitCode {
  const isHelp = HELP_WORDS.includes(name);
  if (!isHelp) print(`There is no command ${name}.`);
  usageLines().forEach(print);
  return isHelp ? EXIT.done : EXIT.usage;
}

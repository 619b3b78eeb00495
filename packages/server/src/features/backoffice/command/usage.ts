import type { Verb } from '../verb.ts';
import { VERBS } from './verbs.ts';

/** The usage of `config check`, which needs no server and so is not a subcommand of the server. */
const CONFIG_CHECK = [
  '',
  '  config check',
  '      Shows each setting with its source, and what is wrong; starts nothing.',
];

/** Returns the usage forms of one subcommand, or of all. */
export function usageLines(verb?: Verb): readonly string[] {
  const shown = verb === undefined ? VERBS : [verb];
  return [
    'Usage: npm run halyard -- VERB …',
    '  --as=EMAIL makes a command that moves money or rights the act of that member of staff, whose',
    '  password and authenticator code it asks for.',
    ...shown.flatMap(({ usage, summary }) => [
      '',
      ...usage.map((form) => `  ${form}`),
      `      ${summary}`,
    ]),
    ...(verb === undefined ? CONFIG_CHECK : []),
  ];
}

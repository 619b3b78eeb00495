import type { Verb } from '../verb.ts';
import { VERBS } from './verbs.ts';

/** It needs no server, so it is no verb of one (config-command.ts). */
const CONFIG_CHECK = [
  '',
  '  config check',
  '      Shows each setting with its source, and what is wrong; starts nothing.',
];

/** The forms of one verb, or of all. */
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

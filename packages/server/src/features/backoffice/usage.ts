import type { Verb } from './verb.ts';
import { VERBS } from './verbs.ts';

/** The forms of one verb, or of all. */
export function usageLines(verb?: Verb): readonly string[] {
  const shown = verb === undefined ? VERBS : [verb];
  return [
    'Usage: npm run halyard -- VERB …',
    ...shown.flatMap(({ usage, summary }) => [
      '',
      ...usage.map((form) => `  ${form}`),
      `      ${summary}`,
    ]),
  ];
}

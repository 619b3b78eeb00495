import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { COMMANDS } from './commands.ts';

const FOLDER = new URL('../../../../../../docs/operate/', import.meta.url);
const read = (page: string): string => readFileSync(new URL(page, FOLDER), 'utf8');

/**
 * Returns the literal parts of a usage form: subcommands, their second words, options and fixed
 * choices.
 */
const wordsOf = (text: string): string[] => text.match(/(?<![\w-])(?:--)?[a-z][a-z-]*/g) ?? [];

/**
 * Returns for each subcommand the table cells that show what to type, and all text of the page and
 * those it links to.
 */
function readRows(): Map<string, { readonly typed: string[]; readonly said: string[] }> {
  const rows = new Map<string, { typed: string[]; said: string[] }>();
  for (const line of read('operator-command.md').split('\n')) {
    const [, cell = ''] = /^\| (`.*?) +(?<!\\)\| /.exec(line) ?? [];
    const forms = [...cell.matchAll(/`([^`]+)`/g)].map(([, form = '']) => form);
    const [name] = wordsOf(forms[0] ?? '');
    if (name === undefined) continue;
    const row = rows.get(name) ?? { typed: [], said: [] };
    const linked = [...line.matchAll(/\]\(([\w-]+\.md)\)/g)].map(([, page = '']) => read(page));
    row.typed.push(...forms.flatMap(wordsOf));
    row.said.push(...[line, ...linked].flatMap(wordsOf));
    rows.set(name, row);
  }
  return rows;
}

const ROWS = readRows();

it('documents exactly the declared commands', () => {
  const names = COMMANDS.map(({ name }) => name);
  expect([...ROWS.keys()].toSorted()).toEqual(names.toSorted());
});

it.each(COMMANDS)('documents exactly the forms and options of $name', ({ name, usage }) => {
  const { typed = [], said = [] } = ROWS.get(name) ?? {};
  const declared = usage.flatMap(wordsOf);
  expect(typed.filter((word) => !declared.includes(word))).toEqual([]);
  expect(declared.filter((word) => !said.includes(word))).toEqual([]);
});

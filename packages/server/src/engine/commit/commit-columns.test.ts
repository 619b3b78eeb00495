import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

import {
  columnsOf,
  COMMIT_COLUMNS,
  COMMIT_GROUPS,
  COMMIT_PARAMETERS,
  toColumnName,
  toParameterName,
} from './commit-columns.ts';
import type { CommitGroup } from './commit-columns.ts';

const FUNCTION = fileURLToPath(
  new URL('../../../migrations/functions/engine-commit.sql', import.meta.url),
);
const LINE_MAX = 98;
const SECTION = /^( *)-- <(?<name>\w+)>\n[\s\S]*?^ *-- <\/\k<name>>$/gm;

it('generates the parameters of engine_commit in SQL', async () => {
  const text = readFileSync(FUNCTION, 'utf8');
  const made = text.replaceAll(SECTION, (_section, indent: string, name: string) => {
    const lines = name === 'parameters' ? parameterLines() : rowLines(name as CommitGroup);
    return [`-- <${name}>`, ...lines, `-- </${name}>`].map((line) => indent + line).join('\n');
  });
  // The command `npm run commit-function` updates this snapshot.
  await expect(made).toMatchFileSnapshot(FUNCTION);
});

it('reads every group of rows in engine_commit, and names each parameter once', () => {
  const named = [...readFileSync(FUNCTION, 'utf8').matchAll(SECTION)].map(([, , name]) => name);
  for (const group of COMMIT_GROUPS) {
    if (group !== 'added') expect(named).toContain(group);
  }
  expect(new Set(COMMIT_PARAMETERS).size).toBe(COMMIT_PARAMETERS.length);
});

function parameterLines(): readonly string[] {
  const arrays = COMMIT_GROUPS.flatMap((group) =>
    Object.entries(COMMIT_COLUMNS[group]).map(
      ([column, type]) => `${toParameterName(group, column)} ${type}[],`,
    ),
  );
  return [...arrays, 'p_command_outcome text'];
}

function rowLines(group: CommitGroup): readonly string[] {
  const columns: readonly string[] = columnsOf(group);
  const arrays = columns.map((column) => toParameterName(group, column));
  const names = columns.map(toColumnName);
  if (group === 'command') {
    arrays.push("string_to_array(p_command_outcome, E'\\n')");
    names.push('outcome');
  }
  return ['from unnest(', ...wrap(arrays), `) as ${group.slice(0, 1)} (`, ...wrap(names), ')'];
}

function wrap(items: readonly string[]): readonly string[] {
  const lines: string[] = [];
  let line = ' ';
  items.forEach((item, index) => {
    const piece = index === items.length - 1 ? ` ${item}` : ` ${item},`;
    if (line.length + piece.length > LINE_MAX - 6) {
      lines.push(line);
      line = ' ';
    }
    line += piece;
  });
  return [...lines, line];
}

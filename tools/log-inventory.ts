/**
 * The inventory of the log: every line that the program can write, found by its calls in the
 * sources. docs/operate/logs.md is generated from it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

export type LogLine = {
  readonly level: string;
  readonly message: string;
  /** The names of the line's fields, besides level, time and text. */
  readonly fields: readonly string[];
  readonly part: string;
};

const LEVELS = new Set(['fatal', 'error', 'warn', 'info', 'debug']);
const RECEIVER = /(?:^|[.#])log$/i;
/** The function that counts repeated outages and logs the first one as a warning. */
const OUTAGE = 'noteOutage';
const PROGRAM = 'packages/server/src';

/** Returns all log lines of the program: the most serious first, then by part and text. */
export function listLogLines(root: string): readonly LogLine[] {
  return listSources(join(root, PROGRAM))
    .flatMap((path) => linesOf(path.slice(root.length), readFileSync(path, 'utf8')))
    .toSorted((one, other) => compare(sortKeyOf(one), sortKeyOf(other)));
}

/** Returns the log lines that a file can write. */
export function linesOf(path: string, text: string): readonly LogLine[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: LogLine[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) found.push(...toLines(node, partOf(path)));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function toLines(call: ts.CallExpression, part: string): readonly LogLine[] {
  const level = levelOf(call.expression);
  const said = call.arguments.at(-1);
  if (level === undefined || said === undefined) return [];
  const fields = [...new Set(call.arguments.flatMap(fieldsOf))];
  return messagesOf(said).map((message) => ({ level, message, fields, part }));
}

function levelOf(callee: ts.Expression): string | undefined {
  if (ts.isIdentifier(callee)) return callee.text === OUTAGE ? 'warn' : undefined;
  if (!ts.isPropertyAccessExpression(callee)) return undefined;
  const isLog = RECEIVER.test(callee.expression.getText());
  return isLog && LEVELS.has(callee.name.text) ? callee.name.text : undefined;
}

/** Returns the texts of a line. A part that is known only at run time becomes '…'. */
function messagesOf(said: ts.Expression): readonly string[] {
  if (ts.isStringLiteralLike(said)) return [said.text];
  if (ts.isConditionalExpression(said)) {
    return [...messagesOf(said.whenTrue), ...messagesOf(said.whenFalse)];
  }
  if (ts.isTemplateExpression(said)) {
    return [said.head.text + said.templateSpans.map(({ literal }) => `…${literal.text}`).join('')];
  }
  return ['…'];
}

function fieldsOf(given: ts.Expression): readonly string[] {
  if (!ts.isObjectLiteralExpression(given)) return [];
  return given.properties.flatMap(({ name }) => (name === undefined ? [] : [name.getText()]));
}

/** Returns the part that writes the line: its folder, at most two levels below `src`. */
function partOf(path: string): string {
  const [, below = ''] = path.split(`${PROGRAM}/`);
  const folders = below.split('/').slice(0, -1);
  return folders.length === 0 ? 'program' : folders.slice(0, 2).join('/');
}

function listSources(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => join(folder, name));
}

function sortKeyOf({ level, part, message }: LogLine): string {
  return [[...LEVELS].indexOf(level), part, message].join('\n');
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

// The request of an operation as a curl command and as a call of each SDK. The script of the page lets
// the reader choose one.
import { V1_ROOT } from '@halyard/contract/v1/operation';
import type { Operation } from '@halyard/contract/v1/operation';
import { codeBlock } from './code-block.ts';
import type { Json } from './render-schema.ts';

export type Sample = {
  readonly operation: Operation;
  readonly parameters: readonly Json[];
  /** The example of the request's body; undefined for a request without one. */
  readonly body: unknown;
};

export function renderSamples(sample: Sample): string {
  const blocks = [
    codeBlock(toCurl(sample), 'sh', 'curl'),
    codeBlock(toTypeScript(sample), 'ts', 'TypeScript'),
    codeBlock(toPython(sample), 'python', 'Python'),
  ];
  return `<div class="samples">${blocks.join('')}</div>`;
}

/**
 * Returns the example of a parameter, which is text; empty for an optional parameter without one.
 */
export function exampleOf({ example }: Json): string {
  return typeof example === 'string' ? example : '';
}

function toCurl({ operation: { method, path }, parameters, body }: Sample): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    name === 'account_id'
      ? '$ACCOUNT'
      : exampleOf(parameters.find((one) => one['name'] === name) ?? {}),
  );
  const query = listQuery(parameters).map(
    ([name, value]) => `${name}=${encodeURIComponent(value)}`,
  );
  const address = `$HALYARD_URL${V1_ROOT}${filled}${query.length === 0 ? '' : `?${query.join('&')}`}`;
  const isIdempotent = parameters.some((one) => one['in'] === 'header');
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"${address}"`,
    `-H "Authorization: Bearer $HALYARD_KEY"`,
    ...(isIdempotent ? ['-H "Idempotency-Key: $(uuidgen)"'] : []),
    ...(body === undefined
      ? []
      : [`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(body, null, 2)}'`]),
  ];
  return lines.join(' \\\n  ');
}

function toTypeScript({ operation, parameters, body }: Sample): string {
  const style: Style = { indent: '  ', nothing: 'null', yes: 'true', no: 'false', text: quote };
  const query = listQuery(parameters).map(([name, value]) => `${name}: ${quote(value)}`);
  const values = [
    ...listPath(parameters).map(([name, value]) =>
      name === 'account_id' ? 'account.id' : quote(value),
    ),
    ...(body === undefined ? [] : [toLiteral(body, style)]),
    ...(query.length === 0 ? [] : [`{ ${query.join(', ')} }`]),
  ];
  const call = `await halyard.${operation.id}(${values.join(', ')});`;
  return hasAnswer(operation) ? `const answer = ${call}` : call;
}

function toPython({ operation, parameters, body }: Sample): string {
  const style: Style = {
    indent: '    ',
    nothing: 'None',
    yes: 'True',
    no: 'False',
    text: JSON.stringify,
    name: JSON.stringify,
  };
  const values = [
    ...listPath(parameters).map(([name, value]) =>
      name === 'account_id' ? 'account["id"]' : JSON.stringify(value),
    ),
    ...(body === undefined ? [] : [toLiteral(body, style)]),
    // `from` is a word of the language.
    ...listQuery(parameters).map(
      ([name, value]) => `${name === 'from' ? 'from_' : name}=${JSON.stringify(value)}`,
    ),
  ];
  const name = operation.id.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const call = `await halyard.${name}(${values.join(', ')})`;
  return hasAnswer(operation) ? `answer = ${call}` : call;
}

function hasAnswer({ reply, file }: Operation): boolean {
  return reply !== undefined || file !== undefined;
}

type Named = readonly [string, string];

function listPath(parameters: readonly Json[]): readonly Named[] {
  return listExamples(parameters.filter((one) => one['in'] === 'path'));
}

/** The required parameters of the query. */
function listQuery(parameters: readonly Json[]): readonly Named[] {
  return listExamples(
    parameters.filter((one) => one['in'] === 'query' && one['required'] === true),
  );
}

function listExamples(parameters: readonly Json[]): readonly Named[] {
  return parameters.map((one) => [String(one['name']), exampleOf(one)]);
}

type Style = {
  readonly indent: string;
  readonly nothing: string;
  readonly yes: string;
  readonly no: string;
  readonly text: (text: string) => string;
  /** Writes the name of a field; as it is if absent. */
  readonly name?: (name: string) => string;
};

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

function toLiteral(value: unknown, style: Style, margin = ''): string {
  if (value === null) return style.nothing;
  if (typeof value === 'boolean') return value ? style.yes : style.no;
  if (typeof value === 'string') return style.text(value);
  if (typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) {
    return `[${value.map((one: unknown) => toLiteral(one, style, margin)).join(', ')}]`;
  }
  const inner = `${margin}${style.indent}`;
  const fields = Object.entries(value).map(([name, one]) => {
    const written = style.name === undefined ? name : style.name(name);
    return `${inner}${written}: ${toLiteral(one, style, inner)},\n`;
  });
  return `{\n${fields.join('')}${margin}}`;
}

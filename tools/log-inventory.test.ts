// The inventory of the log stands in the documentation as the sources write it.
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, it } from 'vitest';
import { linesOf, listLogLines, type LogLine } from './log-inventory.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const HEAD = `# Logs

The program writes JSON lines to standard output, one an event, and nothing else. This list is generated from its sources by \`npm run log-inventory\`; a test keeps it true.

| what                  | where                                                                                | format                                                    | read by                                   | kept                                          |
| --------------------- | ------------------------------------------------------------------------------------ | --------------------------------------------------------- | ----------------------------------------- | --------------------------------------------- |
| the log               | standard output: systemd's journal or the container engine                           | JSON lines: \`level\`, \`time\` (UTC), \`msg\`, and the fields below | operators; ship it as [hardening.md](hardening.md#log) says | at least 90 days, as you set it                |
| the audit log         | table \`audit_events\`, also in the back office                                        | rows, append-only, chained by hash                        | staff with the role for it                | as long as the database                       |
| the database's own    | standard output too for the embedded one (\`PostgreSQL\`), else your PostgreSQL's log  | text                                                      | operators                                 | as you set it                                 |
| the proxy's           | your proxy; the examples in \`deploy/\` cut queries and the end of paths               | of the proxy                                              | operators                                 | as you set it                                 |

No line has a token, a password, a document, a body or a query: [the log](../../packages/server/src/platform/log/log.ts) removes them by name and by form. Lines of requests have \`requestId\`, which the answer carries as \`x-request-id\`. \`LOG_LEVEL\` leaves out what is less important; \`debug\` has a line for every request.

## Security events

| line                                                   | when                                                                                       |
| ------------------------------------------------------ | ------------------------------------------------------------------------------------------ |
| \`credentials were taken\`, \`credentials were refused\`   | any answer of a route that judges credentials, and every sign-out                            |
| \`access was denied\`                                    | somebody called what they may not, or from a foreign origin                                  |
| \`a caller was not known\`                               | a key or token that nobody has                                                               |
| \`a request was rejected\`                               | invalid input, a limit, an id used twice, the same person as the second of two               |
| \`an event was rejected\`, \`a connection was closed for abuse\` | the same on a socket                                                                 |

They carry \`code\`, \`route\`, \`requestId\`, \`ip\` and \`caller\`. Of one network and code 20 lines a minute are written; \`omitted\` counts the others.

## Every line
`;

function toPage(listed: readonly LogLine[]): string {
  const seen = new Set<string>();
  const rows = listed.flatMap(({ level, message, fields, part }) => {
    const named = fields.map((name) => `\`${name}\``).join(', ');
    const row = `| ${level} | ${message.replaceAll('|', '\\|')} | ${part} | ${named} |`;
    if (seen.has(row)) return [];
    seen.add(row);
    return [row];
  });
  return [HEAD, '| level | line | part | fields |', '| --- | --- | --- | --- |', ...rows, ''].join(
    '\n',
  );
}

let lines: readonly LogLine[] = [];
beforeAll(() => {
  lines = listLogLines(ROOT);
});

it('finds level, text and fields of a line', () => {
  const text = `
    this.#log.warn({ err: error, id }, isLast ? 'the last' : \`\${name} again\`);
    deps.log.info('plain');
    noteOutage(log, entry, 'an outage');
    console.log('not the log'); other.info('not the log either');`;
  const found = linesOf('/packages/server/src/platform/jobs/worker.ts', text);
  expect(found.map(({ level, message }) => `${level} ${message}`)).toEqual([
    'warn the last',
    'warn … again',
    'info plain',
    'warn an outage',
  ]);
  expect(found[0]).toMatchObject({ fields: ['err', 'id'], part: 'platform/jobs' });
});

it('matches the generated documentation', async () => {
  expect(lines.length).toBeGreaterThan(80);
  await expect(toPage(lines)).toMatchFileSnapshot('../docs/operate/logs.md');
});

it('names no secret among the fields', () => {
  const secret = /token|password|secret|cookie|body|document$/i;
  const fields = lines.flatMap(({ fields: named }) => named);
  expect(fields.filter((name) => secret.test(name))).toEqual([]);
});

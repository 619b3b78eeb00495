// The commands that README and the operator's pages show, as they stand there.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const FENCED = /^```(?:sh)?\n([\s\S]*?)^```$/gm;
const SQL = /^```sql\n([\s\S]*?)^```$/gm;
const SETTING = /^([A-Z][A-Z\d_]+)=/gm;
const BLOCK = /^```[\s\S]*?^```$/gm;
const INLINE = /`([^`\n]+)`/g;
/** What a line begins with if it is a command. */
const PROGRAM =
  /^(?:[A-Z_]+=\S+ )*(?:npm|npx|node|halyard|bin\/\w+|promtool|systemctl|journalctl|docker|kubectl|helm|openssl|psql|createdb|createuser|useradd|setpriv|ln|install|cp|chmod|mkdir|echo|rsync|tar|sed|nginx|certbot|apt-get|testssl(?:\.sh)?|curl|sha256sum|deploy\/[\w/-]+\.sh)\s\S/;
const COMMENT = /\s+# .*$/;

export type PageCommand = { readonly page: string; readonly command: string };

/** Each command of each page once. */
export function listPageCommands(): readonly PageCommand[] {
  return readPages().flatMap(({ page, text }) => {
    const lines = [...text.matchAll(FENCED)].flatMap(([, block = '']) => block.split('\n'));
    const inline = [...text.replaceAll(BLOCK, '').matchAll(INLINE)].map(([, code = '']) => code);
    const commands = [...lines, ...inline]
      .map((line) =>
        line
          .replace(COMMENT, '')
          .replaceAll(String.raw`\|`, '|')
          .trim(),
      )
      .filter((line) => PROGRAM.test(line));
    return [...new Set(commands)].map((command) => ({ page, command }));
  });
}

/** Each statement of the blocks of SQL, in the order of the page. */
export function listPageStatements(): readonly { readonly page: string; readonly sql: string }[] {
  return readPages().flatMap(({ page, text }) =>
    [...text.matchAll(SQL)].flatMap(([, block = '']) =>
      block
        .replaceAll(/^--.*$/gm, '')
        .split(';')
        .map((sql) => ({ page, sql: sql.trim() }))
        .filter(({ sql }) => sql !== ''),
    ),
  );
}

/** The names of the settings in the blocks of the pages. */
export function listPageSettings(): readonly string[] {
  const names = readPages().flatMap(({ text }) =>
    [...text.matchAll(FENCED)].flatMap(([, block = '']) =>
      [...block.matchAll(SETTING)].map(([, name = '']) => name),
    ),
  );
  return [...new Set(names)];
}

function readPages(): readonly { readonly page: string; readonly text: string }[] {
  const operate = readdirSync(`${ROOT}docs/operate`, { recursive: true, encoding: 'utf8' });
  const pages = operate
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/operate/${name}`);
  return ['README.md', ...pages.toSorted()].map((page) => ({
    page,
    text: readFileSync(`${ROOT}${page}`, 'utf8'),
  }));
}

/** The words as a shell makes them, with double quotes. */
export function splitWords(command: string): readonly string[] {
  return [...command.matchAll(/[^\s"]*"[^"]*"|\S+/g)].map(([word]) => word.replaceAll('"', ''));
}

/**
 * Fills in a pattern such as `deposit list [pending|processing]` or `staff create EMAIL NAME ROLE…`:
 * without what is optional, with the first of alternatives and an example of each name.
 */
export function fillIn(pattern: string, examples: Readonly<Record<string, string>>): string {
  return pattern
    .replaceAll(/\s*\[[^\]]*\]/g, '')
    .replaceAll(/(\S+?)\|[^\s"]+/g, '$1')
    .replaceAll(/\b[A-Z]{2,}\b/g, (name) => examples[name] ?? name)
    .replaceAll('=…', '=example')
    .replaceAll('…', '')
    .trim();
}

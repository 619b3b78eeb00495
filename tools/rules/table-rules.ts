/** Checks every use of a table in packages/server/src against tools/rules/table-owners.ts. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MIGRATIONS } from './migration-order.ts';
import {
  ASSEMBLY,
  FUNCTION_OWNERS,
  READ_MODELS,
  TABLE_OWNERS,
  WRITES_BY_VARIABLE,
  type TableOwner,
} from './table-owners.ts';
import { usesOfScript, usesOfSql, type TableUse } from './table-uses.ts';

const LIST = 'tools/rules/table-owners.ts';
const SOURCE = 'packages/server/src';
const FUNCTIONS = `${MIGRATIONS}/functions`;
const TEST = /\.test\.ts$|(?:^|\/)testing\//;
/** Excludes the tables of practice accounts: each has the name and the owner of the live one. */
const CREATED = /^\s*create (?:unlogged )?table (?:if not exists )?(?!practice\.)(\w+)/gim;
const DROPPED = /^\s*drop table (?:if exists )?(\w+)/gim;

export type SourceFile = { readonly path: string; readonly uses: readonly TableUse[] };
type FileOf = SourceFile & { readonly folder: string };

export type TableRules = {
  readonly tables: Readonly<Record<string, TableOwner>>;
  readonly readModels: readonly string[];
  readonly variableWriters: readonly string[];
};

/** Returns the files of the server with the tables that they use, without tests. */
function readTableUses(root: string): readonly SourceFile[] {
  const scripts = listFiles(join(root, SOURCE), '.ts').filter((path) => !TEST.test(path));
  const functions = listFiles(join(root, FUNCTIONS), '.sql');
  return [
    ...scripts.map((path) => {
      const uses = usesOfScript(readFileSync(join(root, SOURCE, path), 'utf8'));
      return { path: `${SOURCE}/${path}`, uses };
    }),
    ...functions.map((path) => {
      const uses = usesOfSql(readFileSync(join(root, FUNCTIONS, path), 'utf8'));
      return { path: `${FUNCTIONS}/${path}`, uses };
    }),
  ];
}

/** Returns the tables that exist after all migrations. */
export function readTables(root: string): readonly string[] {
  const scripts = readdirSync(join(root, MIGRATIONS))
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .map((name) => readFileSync(join(root, MIGRATIONS, name), 'utf8'))
    .join('\n');
  const dropped = new Set([...scripts.matchAll(DROPPED)].map(([, name = '']) => name));
  const created = [...scripts.matchAll(CREATED)].map(([, name = '']) => name);
  return created.filter((name) => !dropped.has(name));
}

/** Returns one problem for each violation. */
export function problemsOfTables(
  existing: readonly string[],
  files: readonly SourceFile[],
  { tables, readModels, variableWriters }: TableRules,
): string[] {
  const placed = files.map((file) => ({ ...file, folder: folderOf(file.path) }));
  return [
    ...existing
      .filter((name) => !(name in tables))
      .map((name) => `${LIST}: the table ${name} has no owner`),
    ...Object.keys(tables)
      .filter((name) => !existing.includes(name))
      .map((name) => `${LIST}: no migration makes the table ${name}`),
    ...placed.flatMap((file) => problemsOfFile(file, { tables, readModels, variableWriters })),
    ...problemsOfReaders(placed, { tables, readModels }),
  ];
}

function problemsOfFile({ path, folder, uses }: FileOf, rules: TableRules): string[] {
  const problems = uses.flatMap(({ kind, table }) => {
    if (table === undefined) {
      if (kind === 'read' || rules.variableWriters.includes(folder)) return [];
      return [`${path}: name the table that it writes in the statement itself`];
    }
    const row = rules.tables[table];
    if (row === undefined || row.owner === folder) return [];
    if (kind === 'write') {
      return [`${path}: writes ${table}, which is of ${row.owner}; go through its entry point`];
    }
    const mayRead = rules.readModels.includes(folder) || row.readers?.includes(folder) === true;
    if (mayRead) return [];
    return [
      `${path}: reads ${table}, which is of ${row.owner}; go through its entry point, ` +
        `or declare ${folder} as a reader in ${LIST}`,
    ];
  });
  return [...new Set(problems)];
}

/** Reports declared readers that read nothing. */
function problemsOfReaders(
  files: readonly FileOf[],
  { tables, readModels }: Pick<TableRules, 'tables' | 'readModels'>,
): string[] {
  const reads = (folder: string, isIntended: (table: string) => boolean): boolean =>
    files.some(
      (file) =>
        file.folder === folder &&
        file.uses.some(
          ({ kind, table }) => kind === 'read' && table !== undefined && isIntended(table),
        ),
    );
  const unused = Object.entries(tables).flatMap(([table, { owner, readers = [] }]) =>
    readers
      .filter(
        (reader, index) =>
          reader === owner ||
          readModels.includes(reader) ||
          readers.indexOf(reader) !== index ||
          !reads(reader, (name) => name === table),
      )
      .map(
        (reader) =>
          `${LIST}: ${reader} is declared as a reader of ${table} without need: it doesn't read it, ` +
          'or may read it anyway',
      ),
  );
  const idle = readModels
    .filter((folder) => !reads(folder, (name) => name in tables && tables[name]?.owner !== folder))
    .map((folder) => `${LIST}: ${folder} is a read model and reads no other folder's table`);
  return [...unused, ...idle];
}

function folderOf(path: string): string {
  if (path.startsWith(`${FUNCTIONS}/`)) {
    return FUNCTION_OWNERS[path.slice(FUNCTIONS.length + 1)] ?? FUNCTIONS;
  }
  const [area = '', folder = ''] = path.slice(SOURCE.length + 1).split('/');
  if (area === 'engine') return area;
  return area === 'features' || area === 'platform' ? `${area}/${folder}` : ASSEMBLY;
}

function listFiles(directory: string, ending: string): string[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(ending))
    .toSorted();
}

/** Checks the product in `root`. */
export function checkTables(root: string): {
  readonly tables: number;
  readonly problems: string[];
} {
  const existing = readTables(root);
  const problems = problemsOfTables(existing, readTableUses(root), {
    tables: TABLE_OWNERS,
    readModels: Object.keys(READ_MODELS),
    variableWriters: Object.keys(WRITES_BY_VARIABLE),
  });
  return { tables: existing.length, problems };
}

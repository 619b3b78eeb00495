/**
 * `npm run rules`: checks every import against tools/rules/import-table.ts, and every use of a
 * database table against tools/rules/table-owners.ts.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cruise, type ICruiseResult, type IModule } from 'dependency-cruiser';
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import { checkTables } from './rules/table-rules.ts';
import { findUnusedImports } from './rules/unused-imports.ts';

/** With fewer modules than this, the parser or the paths must be broken. */
export const MODULES_MIN = 500;

const FOLDERS = ['packages', 'sdk', 'e2e', 'bench', 'examples', 'tools'];

/**
 * Analyses the imports of the program in `root`; returns one problem per import that breaks a rule.
 */
export async function checkImports({
  root,
  modulesMin,
}: {
  root: string;
  modulesMin: number;
}): Promise<{ modules: readonly IModule[]; problems: string[] }> {
  const options = await extractOptions(join(import.meta.dirname, '../.dependency-cruiser.mjs'));
  const folders = FOLDERS.filter((folder) => existsSync(join(root, folder)));
  const { output } = await cruise(folders, { ...options, baseDir: root, validate: true });
  const { modules, summary } = output as ICruiseResult;
  const problems = summary.violations.map(({ rule, from, to }) => {
    const reason = options.ruleSet?.forbidden?.find(({ name }) => name === rule.name)?.comment;
    return `${from} → ${to}\n    ${rule.name}: ${reason ?? ''}`;
  });
  if (summary.totalCruised < modulesMin) {
    problems.push(
      `only ${summary.totalCruised} modules were seen; at least ${modulesMin} are there`,
    );
  }
  return { modules, problems };
}

if (import.meta.main) {
  const { modules, problems } = await checkImports({
    root: process.cwd(),
    modulesMin: MODULES_MIN,
  });
  problems.push(...findUnusedImports(modules));
  const owned = checkTables(process.cwd());
  for (const problem of [...problems, ...owned.problems]) console.error(problem);
  console.log(`${modules.length} modules, ${problems.length} broken import rules`);
  console.log(`${owned.tables} tables, ${owned.problems.length} broken table rules`);
  process.exitCode = problems.length + owned.problems.length > 0 ? 1 : 0;
}

/**
 * `npm run rules`: checks every import against tools/rules/import-table.ts, and every use of a database
 * table against tools/rules/table-owners.ts.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cruise, type ICruiseResult, type IModule } from 'dependency-cruiser';
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import { checkTables } from './rules/table-rules.ts';
import { findUnusedImports } from './rules/unused-imports.ts';

/** A run that saw fewer modules saw nothing: its parser or its paths are broken. */
export const MODULES_MIN = 500;

const FOLDERS = ['packages', 'sdk', 'e2e', 'bench', 'examples', 'tools'];

/** Cruises the house that stands in `root`; gives one fault per import that breaks a rule. */
export async function checkImports({
  root,
  modulesMin,
}: {
  root: string;
  modulesMin: number;
}): Promise<{ modules: readonly IModule[]; faults: string[] }> {
  const options = await extractOptions(join(import.meta.dirname, '../.dependency-cruiser.mjs'));
  const folders = FOLDERS.filter((folder) => existsSync(join(root, folder)));
  const { output } = await cruise(folders, { ...options, baseDir: root, validate: true });
  const { modules, summary } = output as ICruiseResult;
  const faults = summary.violations.map(({ rule, from, to }) => {
    const reason = options.ruleSet?.forbidden?.find(({ name }) => name === rule.name)?.comment;
    return `${from} → ${to}\n    ${rule.name}: ${reason ?? ''}`;
  });
  if (summary.totalCruised < modulesMin) {
    faults.push(`only ${summary.totalCruised} modules were seen; at least ${modulesMin} are there`);
  }
  return { modules, faults };
}

if (import.meta.main) {
  const { modules, faults } = await checkImports({ root: process.cwd(), modulesMin: MODULES_MIN });
  faults.push(...findUnusedImports(modules));
  const owned = checkTables(process.cwd());
  for (const fault of [...faults, ...owned.faults]) console.error(fault);
  console.log(`${modules.length} modules, ${faults.length} broken import rules`);
  console.log(`${owned.tables} tables, ${owned.faults.length} broken table rules`);
  process.exitCode = faults.length + owned.faults.length > 0 ? 1 : 0;
}

/** Reports permitted imports of the table that no import uses. */
import { AREAS, CORE_IMPORTS, FEATURE_IMPORTS } from './import-table.ts';

type Module = {
  readonly source: string;
  readonly dependencies: readonly { readonly resolved: string }[];
};
type Import = { readonly from: string; readonly to: string };
type AllowedImports = Readonly<Record<string, readonly string[]>>;

/** Checks all modules; returns one error per unused entry. */
export function findUnusedImports(modules: readonly Module[]): string[] {
  const imports = modules.flatMap(({ source, dependencies }) =>
    dependencies.map(({ resolved }) => ({ from: source, to: resolved })),
  );
  const areas = Object.fromEntries(AREAS.map(({ name, mayImport }) => [name, mayImport]));
  const pathOf = (name: string): string => AREAS.find((area) => area.name === name)?.path ?? '';
  return [
    ...unusedOf({ allowed: areas, pathOf, imports }),
    ...unusedOf({
      allowed: CORE_IMPORTS,
      pathOf: (folder) => `packages/core/src/${folder}/`,
      imports,
    }),
    ...unusedOf({
      allowed: FEATURE_IMPORTS,
      pathOf: (folder) => `packages/server/src/features/${folder}/`,
      imports,
    }),
  ];
}

function unusedOf({
  allowed,
  pathOf,
  imports,
}: {
  readonly allowed: AllowedImports;
  readonly pathOf: (name: string) => string;
  readonly imports: readonly Import[];
}): string[] {
  return Object.entries(allowed).flatMap(([name, others]) => {
    const from = new RegExp(`^${pathOf(name)}`);
    const own = imports.filter((one) => from.test(one.from));
    return others
      .filter((other, index) => {
        const to = new RegExp(`^${pathOf(other)}`);
        return others.indexOf(other) !== index || !own.some((one) => to.test(one.to));
      })
      .map(
        (other) =>
          `tools/rules/import-table.ts: ${name} → ${other} is listed twice, or nothing uses it`,
      );
  });
}

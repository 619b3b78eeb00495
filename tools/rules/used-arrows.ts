/** Arrows of the import table that no import goes along: they allow what nobody has a reason for. */
import { AREAS, CORE_ARROWS, FEATURE_ARROWS } from './import-table.ts';

type Module = {
  readonly source: string;
  readonly dependencies: readonly { readonly resolved: string }[];
};
type Import = { readonly from: string; readonly to: string };
type Arrows = Readonly<Record<string, readonly string[]>>;

/** Of a whole house; one fault per arrow. */
export function findUnusedArrows(modules: readonly Module[]): string[] {
  const imports = modules.flatMap(({ source, dependencies }) =>
    dependencies.map(({ resolved }) => ({ from: source, to: resolved })),
  );
  const areas = Object.fromEntries(AREAS.map(({ name, mayImport }) => [name, mayImport]));
  const pathOf = (name: string): string => AREAS.find((area) => area.name === name)?.path ?? '';
  return [
    ...unusedOf({ arrows: areas, pathOf, imports }),
    ...unusedOf({
      arrows: CORE_ARROWS,
      pathOf: (folder) => `packages/core/src/${folder}/`,
      imports,
    }),
    ...unusedOf({
      arrows: FEATURE_ARROWS,
      pathOf: (folder) => `packages/server/src/features/${folder}/`,
      imports,
    }),
  ];
}

function unusedOf({
  arrows,
  pathOf,
  imports,
}: {
  readonly arrows: Arrows;
  readonly pathOf: (name: string) => string;
  readonly imports: readonly Import[];
}): string[] {
  return Object.entries(arrows).flatMap(([name, others]) => {
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

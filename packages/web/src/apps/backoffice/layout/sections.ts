// The pages of the back office by subject, as far as a caller's roles permit them.
import { GROUPS, type Group } from '@halyard/contract/backoffice/presentation';
import { RESOURCES } from '../declarations.ts';
import { isAllowed, type Role } from '@halyard/contract/backoffice/roles';
import { listPath } from '../names.ts';
import { reportsOf } from '../reports/office-reports.ts';
import { overviewsOf } from '../reports/overviews.ts';
import { TEXTS } from '../texts.ts';

export type Section = { readonly name: string; readonly path: string; readonly text: string };
export type SectionGroup = { readonly group: Group; readonly sections: readonly Section[] };

/** Returns the sections by group; overviews come before the lists of their group. */
export function sectionsOf(held: readonly Role[]): readonly SectionGroup[] {
  const reports =
    reportsOf(held).length === 0
      ? []
      : [{ name: 'reports', text: TEXTS.reports, group: 'administration' } as const];
  const all = [
    ...overviewsOf(held).map(({ name, title, group }) => ({ name, text: title, group })),
    ...RESOURCES.filter(({ shape }) => isAllowed(held, shape.read)).map(({ shape }) => ({
      name: shape.name,
      text: shape.title,
      group: shape.group,
    })),
    ...reports,
  ];
  return GROUPS.map((group) => ({
    group,
    sections: all
      .filter((one) => one.group === group)
      .map(({ name, text }) => ({ name, text, path: listPath(name) })),
  })).filter(({ sections }) => sections.length > 0);
}

// The results of the palette: pages by name, and records of the resources that the caller can
// search.
import { mayRead, type Resource } from '@halyard/contract/backoffice/resource';
import { RESOURCES } from '../declarations.ts';
import { isAllowed, type Role } from '@halyard/contract/backoffice/roles';
import { recordTitle } from '../layout/record-title.ts';
import { sectionsOf } from '../layout/sections.ts';
import { readList } from '../lists/list-calls.ts';
import { pagePath, reportPath } from '../names.ts';
import { reportsOf } from '../reports/office-reports.ts';
import { TEXTS } from '../texts.ts';

export type Hit = { readonly path: string; readonly text: string; readonly kind: string };

const ROWS_MAX = 5;
const PAGES_MAX = 8;
/** The resources that the palette searches by name or number. */
const SEARCHED = ['customers', 'withdrawals', 'deposits', 'symbols'];

export function findPages(typed: string, held: readonly Role[]): readonly Hit[] {
  const wanted = typed.trim().toLowerCase();
  const all = [
    { path: '/backoffice', text: TEXTS.home, kind: TEXTS.palettePage },
    ...sectionsOf(held).flatMap(({ sections }) =>
      sections.map(({ path, text }) => ({ path, text, kind: TEXTS.palettePage })),
    ),
    ...reportsOf(held).map(({ name, title }) => ({
      path: reportPath(name),
      text: title,
      kind: TEXTS.paletteReport,
    })),
  ];
  return all.filter(({ text }) => text.toLowerCase().includes(wanted)).slice(0, PAGES_MAX);
}

export async function findRecords(typed: string, held: readonly Role[]): Promise<readonly Hit[]> {
  const found = await Promise.all(
    RESOURCES.filter((resource) => isSearched(resource, held)).map(async (resource) => {
      const { shape } = resource;
      const { rows } = await readList({
        resource,
        filter: { search: typed.trim() },
        sort: { field: shape.sorts[0], order: shape.order },
        page: 1,
        perPage: ROWS_MAX,
      });
      return rows.map((row) => ({
        path: pagePath(shape.name, row.id),
        text: recordTitle(shape, row, held),
        kind: typeof row['email'] === 'string' ? row['email'] : shape.one,
      }));
    }),
  );
  return found.flat();
}

function isSearched({ shape }: Resource, held: readonly Role[]): boolean {
  return (
    SEARCHED.includes(shape.name) &&
    isAllowed(held, shape.read) &&
    shape.search.some((name) => mayRead(shape, name, held))
  );
}

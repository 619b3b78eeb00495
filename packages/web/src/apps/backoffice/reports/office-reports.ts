// The reports that a caller can read, and which of them belong to a resource.
import type { ExportRoutes } from '@halyard/contract/backoffice/export-routes';
import { reports } from '@halyard/contract/backoffice/reports';
import type { Schema } from '@halyard/contract/backoffice/resource';
import { isAllowed, type Role } from '@halyard/contract/backoffice/roles';
import type { Route } from '@halyard/contract/route';
import { kindOf } from '../lists/field-kind.ts';
import { reportPath } from '../names.ts';
import { CATALOGUE } from '../texts/catalogue.ts';

export type Report = ExportRoutes & {
  readonly name: string;
  readonly title: string;
  readonly roles: readonly Role[];
  readonly show: Route;
};

/** The declared reports with their titles in the page's language. */
const REPORTS: readonly Report[] = reports.map((report) => ({
  ...report,
  title: CATALOGUE.routes[report.show.path]?.title ?? report.title,
}));

export function reportsOf(held: readonly Role[]): readonly Report[] {
  return REPORTS.filter(({ roles }) => isAllowed(held, roles));
}

/** Returns the query fields of a report. */
export function questionsOf({ show }: Report): Readonly<Record<string, Schema>> {
  const kind = show.query === undefined ? undefined : kindOf('', show.query);
  return kind?.kind === 'facts' ? kind.shape : {};
}

/** The reports about one customer, with their links. */
export function reportLinks(resource: string, id: string | number, held: readonly Role[]) {
  const one = resource.replace(/s$/, '');
  return reportsOf(held)
    .filter((report) => Object.hasOwn(questionsOf(report), one))
    .map(({ name, title }) => ({ title, path: reportPath(name, { [one]: String(id) }) }));
}

// How each list was last filtered and sorted, so that the link back from a record restores it.
// Filters can contain a customer's name, so nothing is stored beyond the session or the tab.
import { staffSession } from '#data/auth/staff.ts';
import { listPath } from '../names.ts';

const searches = new Map<string, string>();
staffSession.subscribe(() => searches.clear());

export function rememberList(resource: string, search: string): void {
  searches.set(resource, search);
}

/** Returns the address of the list as it was last shown. */
export function lastListPath(resource: string): string {
  const search = searches.get(resource) ?? '';
  return search === '' ? listPath(resource) : `${listPath(resource)}?${search}`;
}

// The order in which the work list was last shown, so that a record's page can lead to the next
// record.
import { staffSession } from '#data/auth/staff.ts';

let paths: readonly string[] = [];
staffSession.subscribe(() => {
  paths = [];
});

export function rememberWork(shown: readonly string[]): void {
  paths = shown;
}

/** Returns the page of the next record in the work list. */
export function nextWorkPath(path: string): string | undefined {
  const at = paths.indexOf(path);
  return at === -1 ? undefined : paths[at + 1];
}

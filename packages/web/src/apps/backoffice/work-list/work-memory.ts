// The order of the work list as it was last shown, so that a record's page leads to the next one.
import { staffSession } from '#data/auth/staff.ts';

let paths: readonly string[] = [];
staffSession.subscribe(() => {
  paths = [];
});

export function rememberWork(shown: readonly string[]): void {
  paths = shown;
}

/** The page of the record that follows in the work list. */
export function nextWorkPath(path: string): string | undefined {
  const at = paths.indexOf(path);
  return at === -1 ? undefined : paths[at + 1];
}

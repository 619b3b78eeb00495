import { parseStaffActor } from '#features/staff/staff.ts';

const OPTION = '--profile=';

export const VERSION_MISSING =
  'Say which profile you have checked: --profile= and the profile version that "customer show" prints.';

/** The version of the checked profile, and the other arguments; the last version counts. */
export function readProfileVersion(words: readonly string[]): {
  readonly version: string | undefined;
  readonly words: readonly string[];
} {
  const given = words.findLast((word) => word.startsWith(OPTION));
  return {
    version: given?.slice(OPTION.length),
    words: words.filter((word) => !word.startsWith(OPTION)),
  };
}

/** A member of staff must name the version that they checked, as in the back office. */
export function isStaff(actor: string): boolean {
  return parseStaffActor(actor) !== undefined;
}

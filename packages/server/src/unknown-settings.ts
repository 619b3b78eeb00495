// Finds variables that were meant as settings but are none: a misspelt setting would be ignored, and
// the default may be the less safe value. The environment also holds what belongs to other programs,
// so a name there is invalid only if it resembles a setting; a name in `.env` is always one.
import type { Problem } from './setting-kinds.ts';

export type SettingNames = {
  /** The names of the variables that have a value. */
  readonly names: readonly string[];
  /** The names of the variables in `.env`. */
  readonly fileNames: readonly string[];
  readonly known: readonly string[];
};

/** The pattern of variables that this program or Node.js reads elsewhere. */
const READ_ELSEWHERE = /^(HALYARD_BACKUP_PASSPHRASE|TZ|NODE_.+|SSL_CERT_(DIR|FILE)|UV_.+)$/;
/** The pattern of prefixes that no other program's variables have. */
const OWN_PREFIX =
  /^(HALYARD|FINANCING|IKAJO|IPAYTOTAL|PAYMAXIS|PAYMENTS|PAYWAY|PROTECTION|REPLAY|WITHDRAWAL)_/;
const PROGRAM_PREFIX = 'HALYARD_';
/** The length from which names allow two typing mistakes; shorter ones allow one. */
const LONG_NAME = 8;

export function unknownSettingProblems({
  names,
  fileNames,
  known,
}: SettingNames): readonly Problem[] {
  const inFile = new Set(fileNames);
  return names
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const similar = findSimilar(name, known);
      if (similar !== undefined) {
        return [{ name, text: `is not a setting. Did you mean ${similar}?` }];
      }
      if (READ_ELSEWHERE.test(name) || !(OWN_PREFIX.test(name) || inFile.has(name))) return [];
      return [{ name, text: 'is not a setting. Remove it; .env.example lists all settings' }];
    });
}

/** Returns the setting that was probably meant. The first letter is hardly ever wrong. */
function findSimilar(name: string, known: readonly string[]): string | undefined {
  const plain = name.startsWith(PROGRAM_PREFIX) ? name.slice(PROGRAM_PREFIX.length) : name;
  const ranked = known
    .filter((candidate) => candidate[0] === plain[0]?.toUpperCase())
    .map((candidate) => ({
      candidate,
      mistakes: countMistakes(plain.toUpperCase(), candidate),
      mistakesMax: candidate.length < LONG_NAME ? 1 : 2,
    }))
    .filter(({ mistakes, mistakesMax }) => mistakes <= mistakesMax)
    .toSorted((a, b) => a.mistakes - b.mistakes);
  return ranked[0]?.candidate;
}

/**
 * Counts the characters added, omitted, replaced or swapped with their neighbour (optimal string
 * alignment).
 */
function countMistakes(left: string, right: string): number {
  let beforeLast: readonly number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const isSame = left[row - 1] === right[column - 1];
      const isSwapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      const costs = [
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
      ];
      if (isSwapped && row > 1 && column > 1) costs.push((beforeLast[column - 2] ?? 0) + 1);
      current.push(Math.min(...costs));
    }
    beforeLast = last;
    last = current;
  }
  return last[right.length] ?? 0;
}

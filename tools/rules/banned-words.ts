/** Words of an earlier private vocabulary, each with the term that replaces it. */
const BANNED_WORDS: Readonly<Record<string, string>> = {
  anew: '"again", or a verb with re-',
  'deeds?': '"action" or "request"',
  'doors?': '"entry point"',
  'faults?': '"problem", "error" or "failure"',
  'houses?(?!:)': '"broker" or "program"',
  'of the moment': '"current"',
};

const OWN_CODE =
  /^(?:packages\/web\/.*\.(?:tsx?|css)|e2e\/.*\.ts|packages\/[\w-]+\/src\/.*\.tsx?)$/;
const COMMENT = /^\s*(?:\/\/|\/?\*)/;
const DOCUMENT = /^(?:docs\/(?:operate|develop|decisions|compliance)\/.*|docs\/[a-z]+|[A-Z]+)\.md$/;
/** Wording that is fixed or historical: the requirements' and the released changes'. */
const FIXED_DOCUMENT = /^(?:docs\/requirements|CHANGELOG|THIRD-PARTY-NOTICES)\.md$/;

/** Returns one problem for each banned word in the comments of the product and of the journeys, and in documents. */
export function findBannedWords(path: string, lines: readonly string[]): string[] {
  const isDocument = DOCUMENT.test(path) && !FIXED_DOCUMENT.test(path);
  if (!isDocument && !OWN_CODE.test(path)) return [];
  return lines.flatMap((line, index) =>
    isDocument || COMMENT.test(line)
      ? Object.entries(BANNED_WORDS).flatMap(([word, instead]) => {
          const found = new RegExp(`\\b${word}\\b(?!:)`, 'i').exec(line);
          return found === null ? [] : [`:${index + 1}: ${found[0]} – instead: ${instead}`];
        })
      : [],
  );
}

/**
 * The rules for documents that `npm run tidy` checks: their links, their form, and the numbers of
 * decisions.
 */
import { dirname, join } from 'node:path';

const LINK = /\]\((?!\w+:|#)([^)#\s]+)/g;

/** Reports links to files of the repository that don't exist. */
export function problemsOfLinks(
  path: string,
  text: string,
  isThere: (path: string) => boolean,
): string[] {
  return [...text.matchAll(LINK)]
    .map(([, target]) => join(dirname(path), target ?? ''))
    .filter((target) => !isThere(target))
    .map((target) => `${path}: links to ${target}, which is not there`);
}

const ANCHORED = /\]\((?!\w+:)([^)#\s]*\.md)?#([^)\s]+)\)/g;
const FENCED = /^(`{3,})[\s\S]*?^\1$/gm;

/** Reports links to headings that don't exist; `read` returns the text of another document. */
export function problemsOfAnchors(
  path: string,
  text: string,
  read: (path: string) => string,
): string[] {
  return [...text.matchAll(ANCHORED)].flatMap(([, file, anchor = '']) => {
    const target = file === undefined ? path : join(dirname(path), file);
    const headings = (file === undefined ? text : read(target)).replaceAll(FENCED, '');
    const isThere = [...headings.matchAll(/^#{1,6} (.+)$/gm)].some(
      ([, heading = '']) => toAnchor(heading) === anchor,
    );
    return isThere ? [] : [`${path}: links to #${anchor} of ${target}, which is not there`];
  });
}

/** Returns the anchor of a heading, as GitHub and the documentation site build it. */
function toAnchor(heading: string): string {
  const text = heading.trim().toLowerCase();
  return text.replaceAll(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(' ', '-');
}

/** Decisions are cited by number, so the numbers are consecutive and unique. */
export function problemsOfDecisions(names: readonly string[]): string[] {
  return names.toSorted().flatMap((name, index) => {
    const number = String(index + 1).padStart(4, '0');
    if (name.startsWith(`${number}-`)) return [];
    return [`docs/decisions/${name}: should be ${number}, so that each number is used once`];
  });
}

const DECISION_HEAD =
  /^# (\d{4})\. \S.*\n\nDate: \d{4}-\d{2}-\d{2}\. Status: (?:accepted|superseded by \[\d{4}\]\(\S+\))\.\n\n/;

/** Every decision has the same first lines, so that readers see its date and status at once. */
export function problemsOfDecision(name: string, text: string): string[] {
  if (DECISION_HEAD.exec(text)?.[1] === name.slice(0, 4)) return [];
  return [
    `docs/decisions/${name}: does not begin with "# ${name.slice(0, 4)}. Title", ` +
      'and "Date: YYYY-MM-DD. Status: accepted." (or "superseded by [NNNN](file).")',
  ];
}

/** Every decision has a line in the index, so that readers find it by subject. */
export function problemsOfDecisionIndex(names: readonly string[], index: string): string[] {
  return names
    .filter((name) => !index.includes(`](${name})`))
    .map((name) => `docs/decisions/README.md: does not list ${name}`);
}

/** Every word has one meaning, so it is explained once. */
export function problemsOfGlossary(text: string): string[] {
  const words = [...text.matchAll(/^- \*\*(.+?)\*\*/gm)]
    .flatMap(([, names = '']) => names.split(', '))
    .map((word) => word.toLowerCase());
  return words
    .filter((word, index) => words.indexOf(word) !== index)
    .map((word) => `docs/glossary.md: "${word}" is explained twice`);
}

// Passwords that an attacker tries first: those of public lists and leaks, and those made of words
// of this installation or of the person.
import { readFile } from 'node:fs/promises';
import type { Rejection } from '@halyard/contract/rejections';
import { foldPassword, readFilter } from './password-filter.ts';

/** Words of every installation: the product's name, its parts and its roles. */
const WORDS_OF_EVERYWHERE = [
  'halyard',
  'backoffice',
  'administrator',
  'affiliate',
  'customer',
  'operator',
  'trading',
  'finance',
  'support',
  'dealing',
];
/** Shorter words occur in passwords by accident. */
const WORD_LENGTH_MIN = 4;
/**
 * The minimum number of different other characters that a password with such words must contain.
 */
const REST_LENGTH_MIN = 5;

export type JudgeNewPassword = (chosen: {
  readonly password: string;
  /** The person's own email and names. */
  readonly about: readonly string[];
}) => Rejection | undefined;

/** Reads the filter beside this file; `operatorName` adds its words. */
export async function createJudgeNewPassword(operatorName: string): Promise<JudgeNewPassword> {
  const filter = readFilter(await readFile(new URL('known-passwords.bin', import.meta.url)));
  const general = [...WORDS_OF_EVERYWHERE, ...wordsOf(operatorName)];
  return ({ password, about }) => {
    const words = [...general, ...about.flatMap(wordsOf)];
    const isKnown = filter.has(password) || !hasRest(password, words);
    return isKnown ? { code: 'password-known' } : undefined;
  };
}

/** Counts digits and signs before, between and after the words, each character once. */
function hasRest(password: string, words: readonly string[]): boolean {
  const byLength = words.toSorted((one, other) => other.length - one.length);
  let rest = foldPassword(password);
  let isMade = false;
  for (const word of byLength) {
    if (!rest.includes(word)) continue;
    isMade = true;
    rest = rest.replaceAll(word, '');
  }
  return !isMade || new Set(rest).size >= REST_LENGTH_MIN;
}

function wordsOf(text: string): readonly string[] {
  return foldPassword(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= WORD_LENGTH_MIN);
}

import { LANGUAGES } from '@halyard/contract/config';
import type { Language } from '@halyard/contract/config';

const RANGES_MAX = 20;
const DEFAULT: Language = 'en';

/**
 * The language that a browser asks for (RFC 9110, 12.5.4) among ours: the one of the greatest
 * weight, of equal ones the first. English when it asks for none of them.
 */
export function findLanguage(acceptLanguage: string): Language {
  const wanted = acceptLanguage
    .split(',', RANGES_MAX)
    .map((range) => {
      const [tag = '', ...parameters] = range.split(';').map((part) => part.trim());
      const weight = parameters.find((parameter) => /^q=/i.test(parameter))?.slice(2);
      const language = LANGUAGES.find((one) => one === tag.split('-')[0]?.toLowerCase());
      return { language, weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((left, right) => right.weight - left.weight);
  return wanted.find(({ language }) => language !== undefined)?.language ?? DEFAULT;
}

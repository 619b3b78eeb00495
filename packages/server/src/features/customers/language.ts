import { LANGUAGES } from '@halyard/contract/config';
import type { Language } from '@halyard/contract/config';

const RANGES_MAX = 20;
const DEFAULT: Language = 'en';

/**
 * Returns the browser's preferred language (RFC 9110, 12.5.4) among ours: the greatest weight, then
 * the first. English if there is none.
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

import { LANGUAGES_OFFERED } from '@halyard/contract/config';
import { currentLanguage } from '#i18n/i18n.ts';

/** The questions are law in fewer languages than the pages; English stands for the others. */
export function questionLanguage(): (typeof LANGUAGES_OFFERED)[number] {
  const language = currentLanguage();
  return LANGUAGES_OFFERED.find((one) => one === language) ?? 'en';
}

import { LANGUAGES_OFFERED } from '@halyard/contract/config';
import { currentLanguage } from '#i18n/i18n.ts';

/** The questions exist in fewer languages than the interface; English is the fallback. */
export function questionLanguage(): (typeof LANGUAGES_OFFERED)[number] {
  const language = currentLanguage();
  return LANGUAGES_OFFERED.find((one) => one === language) ?? 'en';
}

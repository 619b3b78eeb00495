import { LANGUAGES_OFFERED } from '@halyard/contract/config';
import { useTranslation } from 'react-i18next';
import { browserStore } from '#data/storage/text-store.ts';
import { currentLanguage } from '#i18n/i18n.ts';
import { chooseLanguage } from './language-choice.ts';
import classes from './settings.module.css';

/** A choice of the complete languages. */
export function LanguageSwitch() {
  const { t } = useTranslation();
  const current = currentLanguage();
  const isOffered = LANGUAGES_OFFERED.some((language) => language === current);
  return (
    <select
      className={classes['language']}
      aria-label={t('language')}
      value={isOffered ? current : ''}
      onChange={(event) => pick(event.currentTarget.value)}
    >
      {!isOffered && (
        <option value="" disabled hidden>
          {current.toUpperCase()}
        </option>
      )}
      {LANGUAGES_OFFERED.map((language) => (
        <option key={language} value={language}>
          {language.toUpperCase()}
        </option>
      ))}
    </select>
  );
}

function pick(language: string): void {
  const next = chooseLanguage(browserStore, new URL(window.location.href), language);
  // The history entry's state, such as the return page after sign-in, must survive the reload.
  window.history.replaceState(window.history.state, '', next);
  window.location.reload();
}

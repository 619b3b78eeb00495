import { ActionIcon } from '@mantine/core';
import { LANGUAGE_NAMES, OTHER_LANGUAGE, switchLanguage } from '../texts/language.ts';
import classes from './layout.module.css';

/** Reloads the page in the other language. */
export function LanguageSwitch() {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      lang={OTHER_LANGUAGE}
      aria-label={LANGUAGE_NAMES[OTHER_LANGUAGE]}
      title={LANGUAGE_NAMES[OTHER_LANGUAGE]}
      onClick={switchLanguage}
    >
      <span className={classes['language']}>{OTHER_LANGUAGE.toUpperCase()}</span>
    </ActionIcon>
  );
}

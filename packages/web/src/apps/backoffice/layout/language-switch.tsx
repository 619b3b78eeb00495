import { Button } from '#ui/controls.ts';
import { LANGUAGE_NAMES, OTHER_LANGUAGE, switchLanguage } from '../texts/language.ts';

/** Reloads the page in the other language, which the button names. */
export function LanguageSwitch() {
  return (
    <Button variant="subtle" color="gray" size="xs" lang={OTHER_LANGUAGE} onClick={switchLanguage}>
      {LANGUAGE_NAMES[OTHER_LANGUAGE]}
    </Button>
  );
}

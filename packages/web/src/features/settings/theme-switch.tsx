import { useTranslation } from 'react-i18next';
import { browserStore } from '#data/storage/text-store.ts';
import { ContrastIcon } from '#ui/icons.tsx';
import classes from './settings.module.css';
import { currentTheme, toggleTheme } from './theme-choice.ts';

/** Switches between dark and light. */
export function ThemeSwitch() {
  const { t } = useTranslation();
  const theme = currentTheme();
  const label = theme === 'dark' ? t('switchToLight') : t('switchToDark');
  return (
    <button
      type="button"
      className={classes['theme']}
      aria-label={label}
      title={label}
      onClick={() => {
        toggleTheme(browserStore, theme);
        window.location.reload();
      }}
    >
      <ContrastIcon />
    </button>
  );
}

// The visitor's settings: language and theme. Both are stored and take effect after a reload, when
// the start script in public/boot.js reads them.
export { LanguageSwitch } from './language-switch.tsx';
export { rememberAskedLanguage } from './language-choice.ts';
export { currentTheme } from './theme-choice.ts';
export { ThemeSwitch } from './theme-switch.tsx';

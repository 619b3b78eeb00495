// The server sends the developer site's pages complete. This script adds the theme switch, the
// buttons that choose a language and copy code, the forms that send requests, and the collapsible menu of narrow screens.
import './site.css';
import './code.css';
import { addSamples } from './samples.ts';
import { addTryIt } from './try-it.ts';

const THEME_KEY = 'halyard:theme';
const COPIED_MS = 1_500;

function switchTheme(): void {
  const { dataset } = document.documentElement;
  const theme = dataset['mantineColorScheme'] === 'light' ? 'dark' : 'light';
  dataset['mantineColorScheme'] = theme;
  try {
    localStorage.setItem(THEME_KEY, theme);
  } catch {
    // Without storage, the choice applies to this page only.
  }
}

function addCopyButton(block: HTMLElement): void {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', () => {
    void navigator.clipboard.writeText(block.querySelector('code')?.textContent ?? '').then(() => {
      button.textContent = 'Copied';
      setTimeout(() => (button.textContent = 'Copy'), COPIED_MS);
    });
  });
  block.append(button);
}

/** Wide screens hide the line that opens the menu, so it must be open there. */
function foldMenu(isNarrow: boolean): void {
  document.querySelector('.menu details')?.toggleAttribute('open', !isNarrow);
}

const narrow = matchMedia('(width < 760px)');
foldMenu(narrow.matches);
narrow.addEventListener('change', ({ matches }) => foldMenu(matches));
document.querySelector('#theme')?.addEventListener('click', switchTheme);
for (const block of document.querySelectorAll<HTMLElement>('.code')) addCopyButton(block);
addSamples();
for (const place of document.querySelectorAll<HTMLElement>('.try')) addTryIt(place);

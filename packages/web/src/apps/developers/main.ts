// The server sends the developer site's pages complete. This script adds the theme switch, the
// buttons that copy code, the forms that send requests, and the collapsible menu of narrow screens.
import './site.css';
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

if (matchMedia('(width < 760px)').matches) {
  document.querySelector('.menu details')?.removeAttribute('open');
}
document.querySelector('#theme')?.addEventListener('click', switchTheme);
for (const block of document.querySelectorAll<HTMLElement>('.code')) addCopyButton(block);
for (const place of document.querySelectorAll<HTMLElement>('.try')) addTryIt(place);

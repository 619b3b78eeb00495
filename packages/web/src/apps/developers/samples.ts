// Lets the reader choose the language of the samples of all operations. Without this script the page
// shows every language.
const LANGUAGE_KEY = 'halyard:sample-language';

type Group = { readonly place: HTMLElement; readonly buttons: readonly HTMLButtonElement[] };

export function addSamples(): void {
  const groups = [...document.querySelectorAll<HTMLElement>('.samples')].map(addButtons);
  for (const { buttons } of groups) {
    for (const button of buttons) {
      button.addEventListener('click', () => {
        const { top } = button.getBoundingClientRect();
        choose(groups, button.value);
        store(button.value);
        // Samples above have another height now; the button stays under the pointer.
        scrollBy({ top: button.getBoundingClientRect().top - top, behavior: 'instant' });
      });
    }
  }
  choose(groups, readStored() ?? '');
}

function addButtons(place: HTMLElement): Group {
  const row = document.createElement('div');
  row.className = 'languages';
  row.setAttribute('role', 'group');
  row.setAttribute('aria-label', 'Language of the sample');
  const buttons = listBlocks(place).map((block) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.value = block.dataset['sample'] ?? '';
    button.textContent = button.value;
    return button;
  });
  row.append(...buttons);
  place.prepend(row);
  return { place, buttons };
}

/** Shows the samples of a language; the first one where a group has none in it. */
function choose(groups: readonly Group[], language: string): void {
  for (const { place, buttons } of groups) {
    const found = buttons.find(({ value }) => value === language) ?? buttons[0];
    for (const button of buttons) button.setAttribute('aria-pressed', String(button === found));
    for (const block of listBlocks(place)) block.hidden = block.dataset['sample'] !== found?.value;
  }
}

function listBlocks(place: HTMLElement): readonly HTMLElement[] {
  return [...place.querySelectorAll<HTMLElement>('[data-sample]')];
}

function store(language: string): void {
  try {
    localStorage.setItem(LANGUAGE_KEY, language);
  } catch {
    // Without storage, the choice applies to this page only.
  }
}

function readStored(): string | null {
  try {
    return localStorage.getItem(LANGUAGE_KEY);
  } catch {
    return null;
  }
}

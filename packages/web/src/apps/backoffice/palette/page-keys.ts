// The keys that work on every page of the back office, apart from Ctrl+K. They press what the page
// shows: nothing can be done with a key that has no button or link.
import type { Role } from '@halyard/contract/backoffice/roles';
import { sectionsOf } from '../layout/sections.ts';

const BASE = '/backoffice';
/** The actions of the page, in the order of their numbers. */
const ACTION_KEYS = 'main [data-action-key]';
/** An overview has a form instead of actions. */
const FORM_INPUT = 'main form :is(input, select, textarea)';
const SEARCH = 'main search input';
const TABS = 'main [role=tab]';
/** The rows that the keys go through; a page with `data-own-rows` goes through its own. */
const OWN_ROWS = 'main [data-own-rows]';
const ROW_LINKS = 'main tbody tr :is(th, td):first-of-type a, main tbody tr th a';
const NUMBER = /^[1-9]$/;

/** The sections that 'g' and a letter open. */
const SECTION_KEYS: Readonly<Record<string, string>> = {
  a: 'approvals',
  c: 'customers',
  d: 'deposits',
  e: 'dealing',
  f: 'feeds',
  l: 'linked-accounts',
  m: 'contact-messages',
  o: 'orders',
  p: 'positions',
  r: 'reports',
  s: 'symbols',
  t: 'treasury',
  u: 'audit',
  v: 'compliance',
  w: 'withdrawals',
};
export const SECTION_KEY = 'g';
const HOME_KEY = 'h';

/** Returns the page of the letter after 'g', as far as these roles have it. */
export function sectionPath(letter: string, held: readonly Role[]): string | undefined {
  if (letter === HOME_KEY) return BASE;
  const name = Object.hasOwn(SECTION_KEYS, letter) ? SECTION_KEYS[letter] : undefined;
  return sectionsOf(held)
    .flatMap(({ sections }) => sections)
    .find((section) => section.name === name)?.path;
}

/** The sections with their letters, for the list of keys. */
export function sectionKeys(
  held: readonly Role[],
): readonly (readonly [key: string, text: string])[] {
  const sections = sectionsOf(held).flatMap((group) => group.sections);
  return Object.entries(SECTION_KEYS).flatMap(([letter, name]) => {
    const section = sections.find((one) => one.name === name);
    return section === undefined ? [] : [[`${SECTION_KEY} ${letter}`, section.text] as const];
  });
}

/** Does what the key does on this page; returns whether it did anything. */
export function pressPageKey(key: string): boolean {
  if (NUMBER.test(key)) return press(pageActions()[Number(key) - 1]);
  switch (key) {
    case 'a':
      return focus(pageActions()[0] ?? document.querySelector<HTMLElement>(FORM_INPUT));
    case '/':
      return focus(document.querySelector<HTMLElement>(SEARCH));
    case 'h':
      return showTab(-1);
    case 'l':
      return showTab(1);
    case 'j':
      return focusRow(1);
    case 'k':
      return focusRow(-1);
    case 'x':
      return press(focusedRow()?.querySelector<HTMLElement>('input[type=checkbox]'), false);
    default:
      return false;
  }
}

/** The buttons of the page's actions. */
export function pageActions(): readonly HTMLElement[] {
  return [...document.querySelectorAll(ACTION_KEYS)].flatMap(
    (key) => key.closest<HTMLElement>('button') ?? [],
  );
}

function focus(element: HTMLElement | null | undefined): boolean {
  element?.focus();
  return element instanceof HTMLElement;
}

/** The focus returns to the button when its dialog closes. */
function press(element: HTMLElement | null | undefined, takesFocus = true): boolean {
  if (takesFocus) element?.focus();
  element?.click();
  return element instanceof HTMLElement;
}

function showTab(step: number): boolean {
  const tabs = [...document.querySelectorAll<HTMLElement>(TABS)];
  const at = tabs.findIndex((tab) => tab.getAttribute('aria-selected') === 'true');
  return at !== -1 && press(tabs[at + step]);
}

function focusedRow(): Element | null | undefined {
  return document.activeElement?.closest('main tbody tr');
}

function focusRow(step: number): boolean {
  if (document.querySelector(OWN_ROWS) !== null) return false;
  const links = [...document.querySelectorAll<HTMLElement>(ROW_LINKS)];
  const firsts = links.filter((link, at) => rowOf(link) !== rowOf(links[at - 1]));
  const at = firsts.findIndex((link) => rowOf(link) === focusedRow());
  return focus(firsts[Math.max(0, Math.min(firsts.length - 1, at === -1 ? 0 : at + step))]);
}

function rowOf(link: Element | undefined): Element | null | undefined {
  return link?.closest('tr');
}

// Dark or light mode, shared with the customers' app in the same browser.
import { browserStore, KEYS } from '#data/storage/text-store.ts';

export type Scheme = 'dark' | 'light';

export function currentScheme(): Scheme {
  return browserStore.read(KEYS.theme) === 'light' ? 'light' : 'dark';
}

export function rememberScheme(scheme: Scheme): void {
  browserStore.write(KEYS.theme, scheme);
}

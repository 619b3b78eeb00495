import { KEYS, type TextStore } from './text-store.ts';

/** Marks a customer who has just signed up: saving the profile will then lead to the deposit. */
export function setRegisterFlag(store: TextStore): void {
  store.write(KEYS.registerFlag, 'true');
}

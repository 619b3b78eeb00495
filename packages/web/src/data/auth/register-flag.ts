import { KEYS, type TextStore } from '../storage/text-store.ts';

/** Marks a new sign-up: saving the profile then leads to the deposit. */
export function setRegisterFlag(store: TextStore): void {
  store.write(KEYS.registerFlag, 'true');
}

/** Returns whether the customer has just signed up here. */
export function hasRegisterFlag(store: TextStore): boolean {
  return store.read(KEYS.registerFlag) === 'true';
}

/** Clears the flag; called when the deposit page was shown. */
export function clearRegisterFlag(store: TextStore): void {
  store.remove(KEYS.registerFlag);
}

import { KEYS, type TextStore } from '../storage/text-store.ts';

/** Marks a customer who has just signed up: saving the profile will then lead to the deposit. */
export function setRegisterFlag(store: TextStore): void {
  store.write(KEYS.registerFlag, 'true');
}

/** Whether somebody has just signed up here. */
export function hasRegisterFlag(store: TextStore): boolean {
  return store.read(KEYS.registerFlag) === 'true';
}

/** They have seen where money is paid in. */
export function clearRegisterFlag(store: TextStore): void {
  store.remove(KEYS.registerFlag);
}

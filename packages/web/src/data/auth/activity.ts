import { KEYS, type TextStore } from '../storage/text-store.ts';

/** Records activity of the customer at once, as signing in does. All tabs share it. */
export function writeActivity(store: TextStore, atMs: number): void {
  store.write(KEYS.activity, String(atMs));
}

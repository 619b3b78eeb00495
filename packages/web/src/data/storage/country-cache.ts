// The countries as last loaded by this browser: shown first and reloaded in the background.
import { listCountries, type Country } from '@halyard/contract/accounts';
import { parseJson } from '../http/parse-json.ts';
import { KEYS, type TextStore } from './text-store.ts';

/** The cached list; undefined if there is none or it is unreadable. */
export function readCountries(store: TextStore): readonly Country[] | undefined {
  const parsed = listCountries.reply.safeParse(parseJson(store.read(KEYS.countries)));
  return parsed.success && parsed.data.length > 0 ? parsed.data : undefined;
}

export function keepCountries(store: TextStore, countries: readonly Country[]): void {
  store.write(KEYS.countries, JSON.stringify(countries));
}

// The countries as this browser last had them: shown first, and asked for anew behind.
import { listCountries, type Country } from '@halyard/contract/accounts';
import { parseJson } from '../http/parse-json.ts';
import { KEYS, type TextStore } from './text-store.ts';

/** The kept list; undefined when there is none that can be read. */
export function readCountries(store: TextStore): readonly Country[] | undefined {
  const parsed = listCountries.reply.safeParse(parseJson(store.read(KEYS.countries)));
  return parsed.success && parsed.data.length > 0 ? parsed.data : undefined;
}

export function keepCountries(store: TextStore, countries: readonly Country[]): void {
  store.write(KEYS.countries, JSON.stringify(countries));
}

import type { Country } from '@halyard/contract/accounts';

export type Countries = {
  /** All countries, by English name. */
  readonly all: readonly Country[];
  findByAlpha2(alpha2: string): Country | undefined;
  findById(id: number): Country | undefined;
};

/** Sorts the countries as readers expect (Åland beside Albania) and finds them by code. */
export function createCountries(countries: readonly Country[]): Countries {
  const collator = new Intl.Collator('en');
  const byAlpha2 = new Map(countries.map((country) => [country.alpha2, country]));
  const byId = new Map(countries.map((country) => [country.id, country]));
  return {
    all: countries.toSorted((left, right) => collator.compare(left.name, right.name)),
    findByAlpha2: (alpha2) => byAlpha2.get(alpha2),
    findById: (id) => byId.get(id),
  };
}

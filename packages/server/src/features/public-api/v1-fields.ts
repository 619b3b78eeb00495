import type { Refusal } from '@halyard/contract/refusals';

/** Renames the fields of a rejection to the API's names; `names` maps from the use case's. */
export function toV1Fields(refusal: Refusal, names: Readonly<Record<string, string>>): Refusal {
  if (refusal.errors === undefined) return refusal;
  const errors = Object.entries(refusal.errors).map(([field, text]) => [
    names[field] ?? field,
    text,
  ]);
  return { ...refusal, errors: Object.fromEntries(errors) as Record<string, string> };
}

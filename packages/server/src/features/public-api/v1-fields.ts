import type { Rejection } from '@halyard/contract/rejections';

/** Renames the fields of a rejection to the API's names; `names` maps from the use case's. */
export function toV1Fields(
  rejection: Rejection,
  names: Readonly<Record<string, string>>,
): Rejection {
  if (rejection.errors === undefined) return rejection;
  const errors = Object.entries(rejection.errors).map(([field, text]) => [
    names[field] ?? field,
    text,
  ]);
  return { ...rejection, errors: Object.fromEntries(errors) as Record<string, string> };
}

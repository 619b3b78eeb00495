// The operator's provider of screening against sanctions lists.
import * as z from 'zod/mini';
import type { ScreeningProvider } from '#features/screening/screening.ts';
import { type Problem, matching, secureUrlOf, setting } from '#setting-kinds.ts';

const REQUIRED = ['SCREENING_URL', 'SCREENING_SECRET'] as const;

export const ScreeningVariables = z.object({
  SCREENING_URL: z.optional(
    setting(
      secureUrlOf('https:', 'http:'),
      'must be an https address such as https://screening.example.com/halyard',
    ),
  ),
  SCREENING_SECRET: z.optional(
    setting(
      matching(/^whsec_[A-Za-z0-9+/]{32,128}={0,2}$/),
      'must be whsec_ and at least 24 random bytes in base64',
    ),
  ),
});
type ScreeningVariables = z.infer<typeof ScreeningVariables>;

export function toScreeningSettings(variables: ScreeningVariables): {
  /** Undefined: nobody is screened. */
  readonly screening: ScreeningProvider | undefined;
} {
  const { SCREENING_URL: url, SCREENING_SECRET: secret } = variables;
  if (url === undefined || secret === undefined) return { screening: undefined };
  return { screening: { url, secret } };
}

export function screeningProblems(variables: Partial<ScreeningVariables>): readonly Problem[] {
  if (REQUIRED.every((name) => variables[name] === undefined)) return [];
  const text = 'is required for screening';
  return REQUIRED.filter((name) => variables[name] === undefined).map((name) => ({ name, text }));
}

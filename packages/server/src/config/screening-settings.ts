// The operator's provider of screening against sanctions lists.
import * as z from 'zod/mini';
import type { ScreeningProvider } from '#features/screening/screening.ts';
import { type Problem, integer, matching, secureUrlOf, setting } from '#setting-kinds.ts';

const REQUIRED = ['SCREENING_URL', 'SCREENING_SECRET'] as const;
const ALL = [...REQUIRED, 'SCREENING_EVERY_DAYS'] as const;
const EVERY_DAYS_MAX = 3_650;

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
  SCREENING_EVERY_DAYS: z.optional(integer(1, EVERY_DAYS_MAX)),
});
type ScreeningVariables = z.infer<typeof ScreeningVariables>;

export function toScreeningSettings(variables: ScreeningVariables): {
  /** Undefined: nobody is screened. */
  readonly screening: ScreeningProvider | undefined;
  /** Undefined: nobody is screened again without a cause. */
  readonly screeningEveryDays: number | undefined;
} {
  const { SCREENING_URL: url, SCREENING_SECRET: secret } = variables;
  const { SCREENING_EVERY_DAYS: screeningEveryDays } = variables;
  const isOn = url !== undefined && secret !== undefined;
  return { screening: isOn ? { url, secret } : undefined, screeningEveryDays };
}

export function screeningProblems(variables: Partial<ScreeningVariables>): readonly Problem[] {
  if (ALL.every((name) => variables[name] === undefined)) return [];
  const text = 'is required for screening';
  return REQUIRED.filter((name) => variables[name] === undefined).map((name) => ({ name, text }));
}

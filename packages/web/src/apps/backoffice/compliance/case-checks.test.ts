import { expect, it } from 'vitest';
import { toCaseChecks } from './case-checks.ts';

const SOUND = {
  profile_complete: true,
  email_confirmed: true,
  appropriateness: 'passed',
  status: 'active',
  rejected: 0,
  profile_changed: false,
  links: 0,
  highest_score: null,
  documents: [],
  screening: { state: 'off', age_days: null, reference: null },
} as const;

const PASSPORT = {
  id: 1,
  kind: 'passport',
  status: 'approved',
  uploaded_at: '2026-01-01T00:00:00.000Z',
} as const;

it('finds nothing against a sound customer', () => {
  expect(toCaseChecks(SOUND).every(({ tone }) => tone === 'up')).toBe(true);
});

it.each([
  [{ profile_complete: false }, 'Profile incomplete', 'down'],
  [{ email_confirmed: false }, 'Email not confirmed', 'warn'],
  [
    { profile_changed: true },
    'Profile changed after the upload: compare it with the document again',
    'warn',
  ],
  [{ appropriateness: 'failed' }, 'Questions about leveraged trading failed', 'down'],
  [{ rejected: 2 }, 'Documents rejected before: 2', 'warn'],
  [{ links: 3, highest_score: 45 }, 'Linked accounts: 3 (highest score 45)', 'warn'],
  [
    { screening: { state: 'not-screened', age_days: 3, reference: 'REF 1' } },
    'Screening: not screened yet',
    'warn',
  ],
  [
    { screening: { state: 'hit', age_days: 3, reference: 'REF 1' } },
    'Screening: hit (3 days old, REF 1)',
    'down',
  ],
  [
    { screening: { state: 'clear', age_days: 0, reference: 'REF 1' } },
    'Screening: clear (today, REF 1)',
    'up',
  ],
  [{ status: 'close-only' }, 'Account restricted: close only', 'down'],
  [
    { documents: [{ ...PASSPORT, expires_on: '2026-11-01', expiry: 'expired' }] },
    'Passport: has expired on 1 Nov 2026',
    'down',
  ],
] as const)('names %o', (change, text, tone) => {
  expect(toCaseChecks({ ...SOUND, ...change })).toContainEqual({ text, tone });
});

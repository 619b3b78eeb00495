// The arguments for and against verifying a customer, one line each.
import type { ComplianceCase } from '@halyard/contract/backoffice/desk/compliance';
import { isoDayText, numberText } from '../lists/figure-texts.ts';
import { choiceText, labelOf, withinText } from '../names.ts';
import { TEXTS } from '../texts.ts';
import type { Check } from '../withdrawal/decision-checks.ts';
import { COMPLIANCE_TEXTS } from './compliance-texts.ts';

const APPROPRIATENESS_TONES = {
  'not-answered': 'warn',
  passed: 'up',
  failed: 'down',
  warned: 'warn',
} as const;

type Facts = Omit<
  ComplianceCase,
  'customer_id' | 'name' | 'email' | 'step' | 'waiting_since' | 'documents'
> & { readonly documents: readonly ComplianceCase['documents'][number][] };

export function toCaseChecks(one: Facts): readonly Check[] {
  const { links, highest_score: score, rejected, status, documents } = one;
  return [
    one.profile_complete
      ? {
          text: one.email_confirmed ? TEXTS.profileConfirmed : TEXTS.emailUnconfirmed,
          tone: one.email_confirmed ? 'up' : 'warn',
        }
      : { text: TEXTS.profileIncomplete, tone: 'down' },
    ...(one.profile_changed
      ? [{ text: COMPLIANCE_TEXTS.profileChanged, tone: 'warn' } as const]
      : []),
    {
      text: COMPLIANCE_TEXTS.appropriateness[one.appropriateness],
      tone: APPROPRIATENESS_TONES[one.appropriateness],
    },
    ...screeningChecks(one.screening),
    ...documents.flatMap(({ kind, expires_on: day, expiry }): readonly Check[] =>
      day === null || expiry === null
        ? []
        : [
            {
              text: `${labelOf(kind)}: ${COMPLIANCE_TEXTS.expiries[expiry]} ${isoDayText(day)}`,
              tone: expiry === 'expired' ? 'down' : 'warn',
            },
          ],
    ),
    rejected === 0
      ? { text: COMPLIANCE_TEXTS.noRejected, tone: 'up' }
      : { text: `${COMPLIANCE_TEXTS.rejected} ${numberText(rejected)}`, tone: 'warn' },
    links === 0
      ? { text: COMPLIANCE_TEXTS.noLinks, tone: 'up' }
      : {
          text: `${COMPLIANCE_TEXTS.links} ${numberText(links)} (${COMPLIANCE_TEXTS.highestScore} ${numberText(score ?? 0)})`,
          tone: 'warn',
        },
    ...(status === 'active'
      ? []
      : [
          {
            text: `${COMPLIANCE_TEXTS.restricted} ${withinText(choiceText('status', status))}`,
            tone: 'down',
          } as const,
        ]),
  ];
}

const SCREENING_TONES = {
  'not-screened': 'warn',
  clear: 'up',
  review: 'down',
  hit: 'down',
  accepted: 'up',
  confirmed: 'down',
} as const;

/** The result with its age and the provider's reference; nothing without a provider. */
function screeningChecks({
  state,
  age_days: days,
  reference,
}: Facts['screening']): readonly Check[] {
  if (state === 'off') return [];
  const age = days === null ? [] : [writeAge(days)];
  const details =
    state === 'not-screened' ? [] : [...age, ...(reference === null ? [] : [reference])];
  const text = `${COMPLIANCE_TEXTS.screening} ${COMPLIANCE_TEXTS.screeningStates[state]}`;
  return [
    {
      text: details.length === 0 ? text : `${text} (${details.join(', ')})`,
      tone: SCREENING_TONES[state],
    },
  ];
}

function writeAge(days: number): string {
  if (days === 0) return COMPLIANCE_TEXTS.screenedToday;
  const unit = days === 1 ? COMPLIANCE_TEXTS.dayOld : COMPLIANCE_TEXTS.daysOld;
  return `${numberText(days)} ${unit}`;
}

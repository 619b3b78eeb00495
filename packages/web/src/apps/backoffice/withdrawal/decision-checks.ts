// Checks for and against paying a withdrawal, one line each.
import type { DetailOf } from '@halyard/contract/backoffice/resource';
import type { withdrawals } from '@halyard/contract/backoffice/withdrawals';
import { toRisk } from '../customer/open-risk.ts';
import { countedText, dayText, eurosText, numberText } from '../lists/figure-texts.ts';
import { choiceText, withinText } from '../names.ts';
import { TEXTS } from '../texts.ts';

type Detail = DetailOf<typeof withdrawals>;
/** Each field is absent for a role that can't read it. */
export type Decision = { readonly [Name in keyof Detail]?: Detail[Name] | undefined };
export type Check = { readonly text: string; readonly tone: 'up' | 'warn' | 'down' };

const RULES: readonly ((facts: Decision) => Check | undefined)[] = [
  ({ stopped_by: stop }) =>
    stop === undefined || stop === null ? undefined : { text: TEXTS.stops[stop], tone: 'down' },
  ({ verified }) =>
    verified === undefined
      ? undefined
      : verified
        ? { text: TEXTS.verified, tone: 'up' }
        : { text: TEXTS.notVerified, tone: 'down' },
  ({ email_confirmed: isConfirmed, profile_complete: isComplete }) => {
    if (isConfirmed === undefined || isComplete === undefined) return undefined;
    if (isConfirmed && isComplete) return { text: TEXTS.profileConfirmed, tone: 'up' };
    return { text: isComplete ? TEXTS.emailUnconfirmed : TEXTS.profileIncomplete, tone: 'down' };
  },
  ({ document_states: states }) => {
    if (states === undefined) return undefined;
    if (states.length === 0) return { text: TEXTS.noDocuments, tone: 'warn' };
    const text = states
      .map(
        ({ kind, status }) =>
          `${choiceText('kind', kind)}: ${withinText(choiceText('status', status))}`,
      )
      .join(', ');
    return { text, tone: states.every(({ status }) => status === 'approved') ? 'up' : 'warn' };
  },
  ({ destination }) => {
    if (destination === undefined) return undefined;
    if (destination.paid === 0) return { text: TEXTS.firstPayoutTo, tone: 'warn' };
    return { text: `${TEXTS.paidToBefore} ${numberText(destination.paid)}`, tone: 'up' };
  },
  ({ recent_changes: changes }) => {
    const [last] = changes ?? [];
    if (changes === undefined) return undefined;
    if (last === undefined) return { text: TEXTS.noRecentChanges, tone: 'up' };
    const named = [...new Set(changes.map(({ change }) => TEXTS.recentChanges[change]))].join(', ');
    return {
      text: `${TEXTS.changedRecently} ${named} (${TEXTS.lastOn} ${dayText(last.at.slice(0, 10))})`,
      tone: 'warn',
    };
  },
  ({ open_positions: open }) => {
    if (open === undefined) return undefined;
    const { positions, exposure } = toRisk(open);
    if (positions === 0) return { text: TEXTS.noOpenPosition, tone: 'up' };
    const counted = countedText(positions, TEXTS.openPosition, TEXTS.openPositions);
    return { text: `${counted}: ${eurosText(exposure)}`, tone: 'warn' };
  },
  ({ owed }) => {
    if (owed === undefined) return undefined;
    if (owed > 0) return { text: `${TEXTS.owes} ${eurosText(owed)}`, tone: 'down' };
    return { text: TEXTS.owesNothing, tone: 'up' };
  },
];

/** Returns the checks; those on fields that the caller's roles can't read are omitted. */
export function toChecks(facts: Decision): readonly Check[] {
  return RULES.flatMap((rule) => rule(facts) ?? []);
}

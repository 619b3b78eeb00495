// Margin warnings. The customer is warned once each time equity falls below a warning percentage of
// the used margin. The state holds the lowest crossed percentage, so that a restart neither repeats
// nor loses a warning. The warning ends when equity reaches the percentage again or nothing is
// open. A change between two ticks is detected at the next live tick of one of the account's
// symbols, as with the close-out.
import { cents } from '#money/money.ts';
import { isEmptied, balanceOf, isBelowLevel } from '../account/account.ts';
import type { AccountDraft } from '../account/account.ts';
import type { MarginLevelCrossed } from '../event.ts';
import { exposureOf } from './margin-close-out.ts';
import type { MarketView } from '../market-view.ts';
import type { Account, EngineRules } from '../state.ts';

const NOTHING: readonly MarginLevelCrossed[] = [];

/**
 * Returns the bounds of equity, in percent of used margin, within which an account needs neither a
 * warning nor a close-out.
 */
export function marginBounds(
  rules: EngineRules,
  { warnedPercent }: Pick<Account, 'warnedPercent'>,
): { readonly floorPercent: number; readonly ceilingPercent: number | null } {
  const { marginWarningPercents, marginCloseOutPercent } = rules;
  if (marginWarningPercents === undefined) {
    return { floorPercent: marginCloseOutPercent, ceilingPercent: null };
  }
  const next = marginWarningPercents.find((percent) => percent < (warnedPercent ?? Infinity));
  return { floorPercent: next ?? marginCloseOutPercent, ceilingPercent: warnedPercent };
}

/** Returns the crossing of an account after the closes of its draft, at the prices of the view. */
export function crossWarnings(
  view: MarketView,
  account: Account,
  { atMs, draft }: { readonly atMs: number; readonly draft: AccountDraft | undefined },
): readonly MarginLevelCrossed[] {
  const { rules } = view.state;
  if (rules.marginWarningPercents === undefined) return NOTHING;
  if (draft !== undefined && isEmptied(draft)) return endWarning(draft);

  const exposed = exposureOf(view, account, draft);
  if (exposed === undefined) return NOTHING;
  const { equityCents, usedMarginCents } = exposed;
  const toPercent =
    rules.marginWarningPercents.findLast((percent) =>
      isBelowLevel(equityCents, usedMarginCents, percent),
    ) ?? null;
  return crossingOf(account, atMs, { toPercent, equityCents, usedMarginCents });
}

/** Returns the end of a warning when the draft has closed the account's last position. */
export function endWarning(draft: AccountDraft): readonly MarginLevelCrossed[] {
  if (!isEmptied(draft)) return NOTHING;
  const equityCents = balanceOf(draft.rules, draft);
  return crossingOf(draft.account, draft.atMs, {
    toPercent: null,
    equityCents,
    usedMarginCents: 0,
  });
}

function crossingOf(
  { id, warnedPercent }: Account,
  atMs: number,
  reached: {
    readonly toPercent: number | null;
    readonly equityCents: number;
    readonly usedMarginCents: number;
  },
): readonly MarginLevelCrossed[] {
  const { toPercent, equityCents, usedMarginCents } = reached;
  if (toPercent === warnedPercent) return NOTHING;
  return [
    {
      kind: 'margin-level-crossed',
      accountId: id,
      atMs,
      fromPercent: warnedPercent,
      toPercent,
      equityCents: cents(equityCents),
      usedMarginCents: cents(usedMarginCents),
    },
  ];
}

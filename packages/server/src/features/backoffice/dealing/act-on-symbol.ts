// A split or dividend of a symbol, on all its open positions at once and at most once per request
// id. The audit entry is written first, so that no crash leaves an action without it.
import type { Rejection } from '@halyard/contract/rejections';
import { BROKER_ACCOUNT_ID } from '@halyard/core/engine';
import type { DurableEvent, SymbolAction } from '@halyard/core/engine';
import { toRate } from '@halyard/core/instrument';
import type { SplitRatio } from '@halyard/core/instrument';
import { cents, toEuros } from '@halyard/core/money';
import { DIVIDEND_MICROS_PER_ONE } from '@halyard/core/position';
import { DIVIDEND_ACTION, isAnswered } from '#engine/engine.ts';
import type { ApprovalContent } from '#features/approvals/approvals.ts';
import { toWireRejection } from '#features/trading/trading.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import type { OperatorCommandDeps } from '../operator-command.ts';
import type { HoldingsQuestion } from '../surveys/surveys.ts';

type Deps = Pick<
  OperatorCommandDeps,
  'approvals' | 'db' | 'engine' | 'practiceEngine' | 'clock' | 'prices' | 'instruments' | 'surveys'
>;

type Wanted = {
  readonly symbol: string;
  readonly requestId: string;
  readonly actor: string;
  readonly reason?: string | undefined;
};
export type WantedSplit = Wanted & SplitRatio;
export type WantedDividend = Wanted & { readonly micros: number };

/**
 * The result of a corporate action. `amount` is the total credited to customers, negative if
 * debited.
 */
export type SymbolActionDone = { readonly positions: number; readonly amount: number };

type Acted = { readonly done: SymbolActionDone } | { readonly rejection: Rejection };

/** The result, or `isWaiting` while a second person must approve; nothing is booked then. */
export type SymbolActed = Acted | { readonly isWaiting: true };

/**
 * Applies a split. The approval limit applies to what a wrong ratio would move, without netting
 * buys against sells. Throws an Outage, after which the same request id can be sent again.
 */
export async function splitSymbol(deps: Deps, wanted: WantedSplit): Promise<SymbolActed> {
  const { symbol, newUnits, oldUnits, requestId } = wanted;
  const action = `split:${requestId}`;
  const command = { kind: 'split-symbol', newUnits, oldUnits } as const;
  const acted = await deps.prices.whileFrozen(symbol, async () => {
    const atMs = deps.clock.nowMs();
    const named = { accountId: BROKER_ACCOUNT_ID, atMs, symbol, action } as const;
    const split = await actApproved(deps, wanted, {
      approval: 'split',
      command: { ...command, ...named },
      content: { symbol, newUnits, oldUnits, requestId },
      weighed: { kind: 'split', newUnits, oldUnits },
    });
    // Whichever request booked it.
    await deps.prices.showSplit(symbol);
    return split;
  });
  return acted ?? { rejection: { code: 'not-halted' } };
}

/**
 * Books a dividend. The approval limit applies to the sum of credits and debits without netting.
 * Rejects a symbol that trades. Throws an Outage, after which the same request id can be sent
 * again.
 */
export async function payDividend(deps: Deps, wanted: WantedDividend): Promise<SymbolActed> {
  const { symbol, micros, requestId } = wanted;
  const action = `${DIVIDEND_ACTION}${requestId}`;
  const accountId = BROKER_ACCOUNT_ID;
  const isLive = deps.engine.market(symbol).state === 'live';
  // A live symbol is rejected before any approval, without using up the request id.
  if (isLive && !(await isAnswered(deps.db.kysely, { accountId, requestId: action }))) {
    return { rejection: { code: 'not-halted' } };
  }
  const atMs = deps.clock.nowMs();
  const decimals = deps.instruments.find((one) => one.symbol === symbol)?.decimals ?? 0;
  const named = { accountId, atMs, symbol, action } as const;
  return await actApproved(deps, wanted, {
    approval: 'dividend',
    command: { kind: 'pay-dividend', micros, ...named },
    content: { symbol, micros, requestId },
    weighed: { kind: 'dividend', micros, decimals },
  });
}

type Proposed = {
  readonly approval: 'split' | 'dividend';
  readonly command: SymbolAction;
  readonly content: ApprovalContent;
  /** What the action moves is summed over all positions; the limit uses absolute values. */
  readonly weighed: HoldingsQuestion['action'];
};

/**
 * Executes an approved action. The amount is computed at each attempt, because customers can open
 * positions between approval and booking. A command that the engine has answered is not computed
 * again.
 */
async function actApproved(deps: Deps, wanted: Wanted, proposed: Proposed): Promise<SymbolActed> {
  const { symbol, requestId, actor, reason } = wanted;
  const { approval: action, command, content, weighed } = proposed;
  const { accountId, action: id } = command;
  if (await isAnswered(deps.db.kysely, { accountId, requestId: id })) {
    return await act(deps, wanted, proposed);
  }
  const target = { action, target: `${symbol}:${requestId}` } as const;
  const { movedCents: amountCents } = await deps.surveys.holdings({ symbol, action: weighed });
  const judged = await deps.db.kysely.transaction().execute(async (tx) => {
    const about = { ...target, customerId: null, amountCents, content };
    const judged = await deps.approvals.judge(tx, { ...about, actor, reason });
    if (judged.kind !== 'waiting') return judged;
    const after = { requestId, ...termsOf(command) };
    const step = `symbol.${action}-${judged.step}`;
    await recordAudit(tx, command.atMs, { actor, action: step, subject: symbol, after });
    return judged;
  });
  if (judged.kind === 'refused') return { rejection: judged.rejection };
  if (judged.kind === 'waiting') return { isWaiting: true };
  const acted = await act(deps, wanted, proposed);
  if ('rejection' in acted) await deps.approvals.withdraw(deps.db.kysely, target);
  return acted;
}

async function act(
  deps: Deps,
  { symbol, requestId, actor }: Wanted,
  { command, weighed }: Proposed,
): Promise<Acted> {
  const auditAction = command.kind === 'split-symbol' ? 'symbol.split' : 'symbol.dividend';
  const record = async (action: string, after: Readonly<Record<string, unknown>>) => {
    await recordAudit(deps.db.kysely, command.atMs, { actor, action, subject: symbol, after });
  };
  await record(auditAction, {
    requestId,
    ...termsOf(command),
    ...(await survey(deps, { symbol, action: weighed })),
  });
  const outcome = await deps.engine.submit(command.action, command);
  if (outcome.kind === 'refused') {
    await record(`${auditAction}-refused`, { requestId, code: outcome.rejection.code });
    return { rejection: toWireRejection(outcome.rejection, 'new-position') };
  }
  // Applies the action to practice positions, too. After an Outage, repeating the request reaches
  // this line again.
  await deps.practiceEngine.submit(command.action, command);
  return { done: summaryOf(outcome.events) };
}

function termsOf(command: SymbolAction): Readonly<Record<string, unknown>> {
  if (command.kind === 'pay-dividend') {
    return { dividend: command.micros / DIVIDEND_MICROS_PER_ONE };
  }
  return { newUnits: command.newUnits, oldUnits: command.oldUnits };
}

/** Returns the current values that the approval refers to. */
async function survey(
  deps: Deps,
  question: HoldingsQuestion,
): Promise<Readonly<Record<string, unknown>>> {
  const { symbol } = question;
  const { positions, notionalCents } = await deps.surveys.holdings(question);
  const { quote } = deps.engine.market(symbol);
  const decimals = deps.instruments.find((one) => one.symbol === symbol)?.decimals ?? 0;
  return {
    positions,
    volume: toEuros(notionalCents),
    sell: quote === undefined ? null : toRate(quote.bidPoints, decimals),
    buy: quote === undefined ? null : toRate(quote.askPoints, decimals),
  };
}

function summaryOf(events: readonly DurableEvent[]): SymbolActionDone {
  const positions = new Set<string>();
  let amountCents = 0;
  for (const event of events) {
    if (event.kind === 'position-split') positions.add(`position:${event.positionId}`);
    if (event.kind !== 'funds-posted') continue;
    positions.add(event.posting.reference);
    for (const entry of event.posting.entries) {
      if (entry.customerId !== null) amountCents += entry.amountCents;
    }
  }
  return { positions: positions.size, amount: toEuros(cents(amountCents)) };
}

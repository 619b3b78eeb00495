// Regularly queries every payment that can still be charged back: the message about a charge-back
// can be lost, and a daily report covers only one day. At most one round starts per day; it
// continues where it stopped, a page per minute, so that no provider is flooded.
import { DAY_MS, MINUTE_MS } from '@halyard/core/time';
import { Outage } from '#platform/outage/outage.ts';
import { CHARGE_BACK_WINDOW_MS } from '../deposits/deposits.ts';
import { compareClaims } from './compare-claims.ts';
import { findLookBack, saveLookBack } from './look-back-store.ts';
import type { LookBack } from './look-back-store.ts';
import { findPayment, listCredited } from './payment-store.ts';
import type { ProviderPayment } from './payment-store.ts';
import { isReturn, ProviderError } from './provider.ts';
import type { Provider, ProviderEvent } from './provider.ts';
import type { QueryDeps } from './query-payment.ts';
import { compare, listTheirs } from './reconcile.ts';
import { reconcileReturn } from './reconcile-return.ts';
import { ask } from './settle-event.ts';

/** The number of payments per minute if each is queried separately. */
const PAGE_LENGTH = 30;
/** The number of days per minute if the provider lists its payments. */
const PAGE_DAYS = 5;

/** Runs the rounds. Call it before the jobs start. */
export function repeatLookBack(deps: QueryDeps): void {
  let isUnderWay = false;
  deps.jobs.repeat({
    kind: 'payments.look-back',
    everyMs: MINUTE_MS,
    run: async (signal) => {
      // A page can take longer than a minute, and two concurrent ones would double the rate.
      if (isUnderWay) return;
      isUnderWay = true;
      try {
        await lookBackAtAll(deps, signal);
      } finally {
        isUnderWay = false;
      }
    },
  });
}

async function lookBackAtAll(deps: QueryDeps, signal: AbortSignal): Promise<void> {
  for (const provider of deps.providers.values()) {
    const canAnswer = provider.list !== undefined || provider.proof === 'inquiry';
    if (canAnswer && !signal.aborted) await lookBack(deps, provider, signal);
  }
}

/** Processes the next page of a provider's round. */
async function lookBack(deps: QueryDeps, provider: Provider, signal: AbortSignal): Promise<void> {
  const round = await findRound(deps, provider);
  if (round === undefined) return;
  try {
    const pages = provider.list === undefined ? askPage : listPage;
    const reached = await pages(deps, provider, { round, signal });
    await saveLookBack(deps.db.kysely, reached);
    if (reached.finishedAtMs !== undefined) deps.log.info(reached, 'a look back is finished');
  } catch (error) {
    // A failure of the provider ends this page; the next minute continues from the same place.
    if (!isProviders(error)) throw error;
    deps.log.warn({ err: error, provider: provider.id }, 'a look back could not go on');
  }
}

/** Returns the current round or a new one; undefined if today's is finished. */
async function findRound(deps: QueryDeps, { id }: Provider): Promise<LookBack | undefined> {
  const nowMs = deps.clock.nowMs();
  const last = await findLookBack(deps.db.kysely, id);
  if (last !== undefined && last.finishedAtMs === undefined) return last;
  if (last !== undefined && nowMs - last.begunAtMs < DAY_MS) return undefined;
  return {
    provider: id,
    begunAtMs: nowMs,
    reachedAtMs: nowMs - CHARGE_BACK_WINDOW_MS.card,
    reachedId: '',
    asked: 0,
    differences: 0,
    finishedAtMs: undefined,
  };
}

type Page = { readonly round: LookBack; readonly signal: AbortSignal };

/** Queries each payment of a page that is credited here. */
async function askPage(
  deps: QueryDeps,
  provider: Provider,
  { round, signal }: Page,
): Promise<LookBack> {
  const page = {
    provider: provider.id,
    afterMs: round.reachedAtMs,
    afterId: round.reachedId,
    limit: PAGE_LENGTH,
  };
  const payments = await listCredited(deps.db.kysely, page);
  let reached = round;
  for (const payment of payments) {
    if (signal.aborted) return reached;
    const difference = await lookAt(deps, provider, payment);
    reached = {
      ...reached,
      reachedAtMs: payment.startedAtMs,
      reachedId: payment.transactionId,
      asked: reached.asked + 1,
      differences: reached.differences + difference,
    };
  }
  return payments.length < PAGE_LENGTH ? finish(deps, reached) : reached;
}

/** Compares a payment with the provider's reply. Returns 1 if they differed, 0 if not. */
async function lookAt(
  deps: QueryDeps,
  provider: Provider,
  payment: ProviderPayment,
): Promise<number> {
  try {
    const answer = await ask(deps, provider, { payment });
    return answer === undefined ? 0 : await settleDifference(deps, provider, { payment, answer });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    // An invalid reply is logged, because it must not delay the other payments.
    const about = { err: error, transaction: payment.transactionId };
    deps.log.warn(about, 'a payment could not be asked after');
    return 0;
  }
}

/** Compares payments with the provider's own list, some days at a time. */
async function listPage(deps: QueryDeps, provider: Provider, { round }: Page): Promise<LookBack> {
  const fromMs = round.reachedAtMs;
  const untilMs = Math.min(round.begunAtMs, fromMs + PAGE_DAYS * DAY_MS);
  const listed = await listTheirs(deps, provider, { fromMs, untilMs });
  let { asked, differences } = round;
  for (const answer of [...(listed?.payments.values() ?? []), ...(listed?.returns ?? [])]) {
    asked += 1;
    const payment = await findPayment(deps.db.kysely, answer.orderRef ?? '');
    if (payment?.provider !== provider.id) continue;
    differences += await settleDifference(deps, provider, { payment, answer });
  }
  const reached = { ...round, reachedAtMs: untilMs, asked, differences };
  return untilMs >= round.begunAtMs ? finish(deps, reached) : reached;
}

async function settleDifference(
  deps: QueryDeps,
  provider: Provider,
  { payment, answer }: { readonly payment: ProviderPayment; readonly answer: ProviderEvent },
): Promise<number> {
  const payments = new Map([[payment.transactionId, answer]]);
  const found = isReturn(answer)
    ? ((await reconcileReturn(deps, payment, answer)) ?? 'agrees')
    : (await compare(deps, provider, { payment, listed: { payments, returns: [] } })).verdict;
  await compareClaims(deps, payment, () => answer);
  if (found === 'agrees' || found === 'unasked') return 0;
  const difference = { provider: provider.id, difference: found };
  deps.log.warn(difference, 'a look back found a difference to the provider');
  return 1;
}

function finish({ clock }: QueryDeps, reached: LookBack): LookBack {
  return { ...reached, finishedAtMs: clock.nowMs() };
}

function isProviders(error: unknown): boolean {
  return error instanceof ProviderError || (error instanceof Outage && error.reason === 'provider');
}

// The operator's hook for screening customers against sanctions lists and lists of politically exposed
// persons. Without SCREENING_URL nobody is asked. A missing answer never counts as clear.
import type {
  Screening as WireScreening,
  ScreeningDecision,
  ScreeningState,
} from '@halyard/contract/backoffice/desk/screening';
import type { Rejection } from '@halyard/contract/rejections';
import { DAY_MS, SECOND_MS } from '@halyard/core/time';
import type { Kysely } from 'kysely';
import type { EngineClient } from '#engine/engine.ts';
import { profileVersion } from '#features/customers/customers.ts';
import type { Customer, Customers } from '#features/customers/customers.ts';
import type { Notifications } from '#features/notifications/notifications.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { createOutbound } from '#platform/outbound/outbound.ts';
import * as z from 'zod/mini';
import { askProvider } from './ask-provider.ts';
import { notifyOfHit } from './notify-of-hit.ts';
import { repeatRenewals } from './renew-screenings.ts';
import { identityHash, isSettled, stateOf, toWire, versionOf } from './screening-state.ts';
import {
  countSince,
  deleteOf,
  findLatest,
  findScreening,
  insertScreening,
  lockLatest,
  saveAnswer,
  saveDecision,
  saveFailure,
} from './screening-store.ts';
import type { ScreeningCause } from './screening-store.ts';

export type ScreeningProvider = { readonly url: string; readonly secret: string };

export type FoundScreening = {
  readonly state: ScreeningState;
  /** Null if the customer was never screened. */
  readonly details: WireScreening | null;
  /** Changes with each answer, decision and identity: identifies what the officer has seen. */
  readonly version: string;
};

export type Decision = {
  readonly customer: Customer;
  /** The version that the officer has seen. */
  readonly version: string;
  readonly decision: ScreeningDecision;
  readonly actor: string;
  readonly reason: string;
};

export type Screening = {
  /** Returns what is known about the customer as the profile is now. */
  find(customer: Customer): Promise<FoundScreening>;
  /** Asks the provider again; false if none is configured or it was asked too often today. */
  askAgain(about: { readonly customerId: number; readonly actor: string }): Promise<boolean>;
  /** Records an officer's decision; false if something else is known by now, or it is clear. */
  decide(decision: Decision): Promise<boolean>;
  erase(tx: Kysely<object>, customerId: number): Promise<void>;
  /** Asks the provider about a customer who uploads a document. */
  noteUpload(tx: Kysely<object>, customerId: number): Promise<void>;
};

export type ScreeningOptions = {
  readonly db: Database;
  readonly clock: Clock;
  readonly jobs: Pick<Jobs, 'handle' | 'enqueue' | 'repeat'>;
  readonly engine: Pick<EngineClient, 'account'>;
  readonly notifications: Pick<Notifications, 'notifyOperator'>;
  readonly customers: Pick<
    Customers,
    | 'findAlpha2'
    | 'findCustomer'
    | 'isClosed'
    | 'lockProfileVersion'
    | 'onIdentityChanged'
    | 'onVerifying'
  >;
  readonly settings: {
    readonly screening: ScreeningProvider | undefined;
    /** Undefined: nobody is screened again without a cause. */
    readonly screeningEveryDays: number | undefined;
  };
};

const JOB = 'screening.ask';
const TIMEOUT_MS = 15 * SECOND_MS;
/** A further document asks again only after this time. */
const RECENT_MS = DAY_MS;
/** The maximum number of questions about one customer in 24 hours, because each one costs money. */
const DAILY_MAX = 20;
const FAILURE_LENGTH_MAX = 200;
const SYSTEM = 'system';

export function createScreening(options: ScreeningOptions): Screening {
  const { db, clock, customers } = options;
  const isOn = options.settings.screening !== undefined;
  handleAsking(options);
  renewAsking(options);
  customers.onIdentityChanged(async (tx, customerId) => {
    await request(options, tx, { customerId, cause: 'profile' });
  });
  customers.onVerifying(async (tx, customer): Promise<Rejection | undefined> => {
    const state = stateOf(isOn, await findLatest(tx, customer.id), customer);
    return isSettled(state) ? undefined : { code: 'screening-open' };
  });
  return {
    find: async (customer) => {
      const row = await findLatest(db.kysely, customer.id);
      const state = stateOf(isOn, row, customer);
      return { state, details: toWire(row, clock.nowMs()), version: versionOf(row, customer) };
    },
    askAgain: async ({ customerId, actor }) =>
      await db.kysely.transaction().execute(async (tx) => {
        const id = await request(options, tx, { customerId, cause: 'staff' });
        if (id === undefined) return false;
        const subject = `customer:${customerId}`;
        const event = { actor, action: 'screening.ask', subject, after: { screening: id } };
        await recordAudit(tx, clock.nowMs(), event);
        return true;
      }),
    decide: async (decision) => await decide(options, decision),
    erase: deleteOf,
    noteUpload: async (tx, customerId) => {
      const latest = await findLatest(tx, customerId);
      const isRecent =
        latest !== undefined && clock.nowMs() - latest.requested_at.getTime() < RECENT_MS;
      if (!isRecent) await request(options, tx, { customerId, cause: 'document' });
    },
  };
}

/** Asks the provider once the caller's transaction commits; undefined if it is not asked. */
async function request(
  { clock, jobs, settings }: ScreeningOptions,
  tx: Kysely<object>,
  { customerId, cause }: { readonly customerId: number; readonly cause: ScreeningCause },
): Promise<number | undefined> {
  if (settings.screening === undefined) return undefined;
  const atMs = clock.nowMs();
  if ((await countSince(tx, customerId, atMs - DAY_MS)) >= DAILY_MAX) return undefined;
  const id = await insertScreening(tx, { customerId, cause, atMs });
  await jobs.enqueue(tx, { kind: JOB, payload: { screeningId: id } });
  return id;
}

function renewAsking(options: ScreeningOptions): void {
  const { db, customers, settings } = options;
  const { screeningEveryDays: everyDays } = settings;
  if (everyDays === undefined) return;
  const renew = async (customerId: number): Promise<boolean> =>
    await db.kysely.transaction().execute(async (tx) => {
      if (await customers.isClosed(tx, customerId)) return false;
      return (await request(options, tx, { customerId, cause: 'renewal' })) !== undefined;
    });
  repeatRenewals({ ...options, everyDays, renew });
}

/** The job runner repeats a question that failed, with growing pauses. */
function handleAsking(options: ScreeningOptions): void {
  const { db, jobs, settings } = options;
  // The operator's own service can be on a private network.
  const outbound = createOutbound({ allowsPrivate: true, timeoutMs: TIMEOUT_MS });
  jobs.handle(JOB, {
    payload: z.object({ screeningId: z.int() }),
    run: async ({ screeningId }, { number: attempts, signal }) => {
      const { screening: provider } = settings;
      // The operator has removed the provider: the customer stays unscreened.
      if (provider === undefined) return;
      try {
        await ask({ ...options, outbound, provider }, { screeningId, signal });
      } catch (error) {
        const text = error instanceof Error ? error.message : String(error);
        const failure = text.slice(0, FAILURE_LENGTH_MAX);
        await saveFailure(db.kysely, screeningId, { attempts, failure });
        throw error;
      }
    },
  });
}

type AskOptions = ScreeningOptions & {
  readonly outbound: ReturnType<typeof createOutbound>;
  readonly provider: ScreeningProvider;
};

async function ask(
  options: AskOptions,
  { screeningId, signal }: { readonly screeningId: number; readonly signal: AbortSignal },
): Promise<void> {
  const { db, clock, customers, engine, notifications, outbound, provider } = options;
  const row = await findScreening(db.kysely, screeningId);
  if (row === undefined || row.result !== null) return;
  const { customer_id: customerId, cause } = row;
  const customer = await customers.findCustomer(customerId);
  if (customer === undefined || customer.closedAtMs !== null) return;
  const deps = { outbound, provider, findAlpha2: customers.findAlpha2 };
  const question = { id: screeningId, cause, customer, nowMs: clock.nowMs(), signal };
  const answer = await askProvider(deps, question);
  const account = await engine.account(customerId);
  const isVerified = account?.terms.isVerified === true;

  await db.kysely.transaction().execute(async (tx) => {
    const atMs = clock.nowMs();
    const saved = { ...answer, identityHash: identityHash(customer), atMs };
    if (!(await saveAnswer(tx, screeningId, saved))) return;
    if (isVerified && answer.result !== 'clear') {
      await notifyOfHit(notifications, tx, { ...answer, id: screeningId, customerId });
    }
    await recordAudit(tx, atMs, {
      actor: SYSTEM,
      action: 'screening.answer',
      subject: `customer:${customerId}`,
      // Without the provider's reference, which leads to the person: the log is permanent.
      after: { screening: screeningId, result: answer.result },
    });
  });
}

async function decide(
  { db, clock, customers }: Pick<ScreeningOptions, 'db' | 'clock' | 'customers'>,
  { customer, version, decision, actor, reason }: Decision,
): Promise<boolean> {
  return await db.kysely.transaction().execute(async (tx) => {
    const atMs = clock.nowMs();
    const customerId = customer.id;
    // The lock of the customer orders two decisions, and a decision and a verification.
    const profile = await customers.lockProfileVersion(tx, customerId);
    if (profile !== profileVersion(customer)) return false;
    const latest = await lockLatest(tx, customerId);
    if (versionOf(latest, customer) !== version) return false;
    const hash = identityHash(customer);
    const isAbout = latest?.identity_hash === null || latest?.identity_hash === hash;
    if (isAbout && latest?.result === 'clear' && latest.decision === null) return false;
    // A decision about an earlier identity stays with that one.
    const id = isAbout
      ? latest.id
      : await insertScreening(tx, { customerId, cause: 'staff', atMs });
    const decided = { decision, actor, reason, atMs, identityHash: hash };
    await saveDecision(tx, id, decided);
    await recordAudit(tx, atMs, {
      actor,
      action: 'screening.decide',
      subject: `customer:${customerId}`,
      reason,
      after: { screening: id, decision, result: latest?.result ?? null },
    });
    return true;
  });
}

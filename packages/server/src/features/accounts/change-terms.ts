// What the engine must know of a customer, changed by staff or by the customer's own safeguards. Its
// status is made of two things, so that ending one does not end the other: what the house set, and
// whether the safeguards stop openings.
import { randomUUID } from 'node:crypto';
import type { AccountStatus, AccountTerms } from '@halyard/core/engine';
import { assertPresent } from '@halyard/core/assertion';
import { recordAudit } from '#platform/audit/audit.ts';
import type { AuditEvent } from '#platform/audit/audit.ts';
import { findCustomer, updateStanding } from './customer-store.ts';
import type { Customer, Standing } from './customer.ts';
import { ensureAccount } from './ensure-account.ts';
import type { EnsureAccountDeps } from './ensure-account.ts';

type By = Pick<AuditEvent, 'actor' | 'action' | 'reason'>;

export type TermsChange = {
  readonly customer: Customer;
  readonly change: Partial<AccountTerms>;
  readonly requestId: string;
  readonly by: By;
};

export type OpeningsChange = {
  readonly customerId: number;
  readonly areStopped: boolean;
  readonly by: By;
};

export type TermsChanger = {
  changeTerms(change: TermsChange): Promise<void>;
  /** Stops openings, or no longer; what the house set stays as it is. */
  stopOpenings(change: OpeningsChange): Promise<void>;
};

/** One at a time: each change starts from what the one before left. */
export function createTermsChanger(deps: EnsureAccountDeps): TermsChanger {
  let last: Promise<void> = Promise.resolve();
  const inTurn = async (work: () => Promise<void>): Promise<void> => {
    const turn = last.then(work);
    // The next one waits for this one's end, whichever it is.
    last = turn.catch(() => undefined);
    await turn;
  };
  return {
    changeTerms: async (change) => await inTurn(async () => await changeTerms(deps, change)),
    stopOpenings: async (change) => await inTurn(async () => await stopOpenings(deps, change)),
  };
}

/** The engine's status of an account. */
export function effectiveStatus(standing: Standing): AccountStatus {
  const isStopped = standing.houseStatus === 'active' && standing.openingsStopped;
  return isStopped ? 'close-only' : standing.houseStatus;
}

async function changeTerms(deps: EnsureAccountDeps, request: TermsChange): Promise<void> {
  const { requestId, by } = request;
  const customer = await getCustomer(deps, request.customer.id);
  const change = stayClosed(customer, request.change);
  const { terms } = await ensureAccount(deps, customer);
  const standing = {
    ...customer.standing,
    houseStatus: change.status ?? customer.standing.houseStatus,
  };
  const before = Object.fromEntries(
    Object.keys(change).map((key) => [key, terms[key as keyof AccountTerms]]),
  );
  await record(deps, customer, { standing, by, before, after: change });
  const status = effectiveStatus(standing);
  await submit(deps, { customer, requestId, terms: { ...terms, ...change, status } });
}

/** Who has left for good opens nothing again, whoever changes their status. */
function stayClosed(
  { closedAtMs }: Customer,
  change: Partial<AccountTerms>,
): Partial<AccountTerms> {
  const isStatus = change.status !== undefined;
  return closedAtMs !== null && isStatus ? { ...change, status: 'blocked' } : change;
}

async function stopOpenings(deps: EnsureAccountDeps, request: OpeningsChange): Promise<void> {
  const { areStopped, by } = request;
  const customer = await getCustomer(deps, request.customerId);
  const { terms } = await ensureAccount(deps, customer);
  const before = customer.standing.openingsStopped;
  const standing = { ...customer.standing, openingsStopped: areStopped };
  if (before !== areStopped) {
    const changed = { before: { openingsStopped: before }, after: { openingsStopped: areStopped } };
    await record(deps, customer, { standing, by, ...changed });
  }
  const status = effectiveStatus(standing);
  if (terms.status === status) return;
  const requestId = `house:openings:${randomUUID()}`;
  await submit(deps, { customer, requestId, terms: { ...terms, status } });
}

async function getCustomer(deps: EnsureAccountDeps, customerId: number): Promise<Customer> {
  return assertPresent(await findCustomer(deps.db.kysely, customerId), 'the customer is there');
}

type Recorded = {
  readonly standing: Standing;
  readonly by: By;
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
};

/** Before the deed: a crash between leaves a record without a deed, never the reverse. */
async function record(
  deps: EnsureAccountDeps,
  { id }: Customer,
  recorded: Recorded,
): Promise<void> {
  const { standing, by, before, after } = recorded;
  await deps.db.kysely.transaction().execute(async (tx) => {
    await updateStanding(tx, id, standing);
    await recordAudit(tx, deps.clock.nowMs(), { ...by, subject: `customer:${id}`, before, after });
  });
}

type Submitted = {
  readonly customer: Customer;
  readonly requestId: string;
  readonly terms: AccountTerms;
};

async function submit(
  deps: EnsureAccountDeps,
  { customer, requestId, terms }: Submitted,
): Promise<void> {
  const atMs = deps.clock.nowMs();
  await deps.engine.submit(requestId, {
    kind: 'change-terms',
    accountId: customer.id,
    atMs,
    terms,
  });
}

import type { ApprovalAction } from '@halyard/contract/backoffice/desk/approval-actions';
import { isAllowed } from '@halyard/contract/backoffice/roles';
import type { Rejection } from '@halyard/contract/rejections';
import { peopleNeeded } from '@halyard/core/approval';
import { assert, assertPresent } from '@halyard/core/assertion';
import type { Cents } from '@halyard/core/money';
import { DAY_MS } from '@halyard/core/time';
import type { Kysely } from 'kysely';
import { isDeepStrictEqual } from 'node:util';
import type { Staff, StaffMember } from '#features/staff/staff.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { ApprovalRule } from './approval-rules.ts';
import {
  findApproval,
  lockApprovals,
  lockTarget,
  saveFirst,
  saveSecond,
  sumApproved,
} from './approval-store.ts';
import type { ApprovalContent, Step, StoredApproval, Target } from './approval-store.ts';

/** Approved amounts within this rolling window add up. */
const SUM_WINDOW_MS = DAY_MS;
/** A first approval without a second expires after this time. */
const WAITING_MAX_MS = 7 * DAY_MS;
const OPERATOR = 'operator:';

export type ApprovalRequest = {
  readonly action: ApprovalAction;
  /** What the action concerns; there is one approval per action and target. */
  readonly target: string;
  /** The customer whose amounts add up; null for actions that concern many customers. */
  readonly customerId: number | null;
  /** The absolute amount of the action. */
  readonly amountCents: Cents;
  /** The action to execute; the second person must approve the same content. */
  readonly content: ApprovalContent;
  readonly actor: string;
  readonly reason?: string | undefined;
  /**
   * A limit for this request that is lower than the rule's, such as what an unverified customer may
   * deposit.
   */
  readonly limitCents?: Cents;
  /**
   * Whether the caller executes the action in this transaction: then a complete approval has been
   * used, and does not permit the action again. Absent where something else makes a repetition
   * harmless, such as the key of a journal entry.
   */
  readonly isUsedAtOnce?: true;
};

export type Judged =
  /** Approved by enough people, now or before; the approvers are listed in order. */
  | { readonly kind: 'approved'; readonly by: readonly string[] }
  | Waiting
  | { readonly kind: 'refused'; readonly rejection: Rejection };

/** The action waits for another approval; nothing has happened yet. */
export type Waiting = {
  readonly kind: 'waiting';
  /** What the actor did: an operator's request is not an approval. */
  readonly step: 'request' | 'first';
  /** How many approvals are missing. */
  readonly missing: 1 | 2;
};

export type JudgeDeps = {
  readonly clock: Clock;
  readonly staff: Pick<Staff, 'findIn' | 'refusePerson'>;
  readonly rules: readonly ApprovalRule[];
  readonly approverAgeDays: number;
};

export async function judgeApproval(
  deps: JudgeDeps,
  tx: Kysely<object>,
  request: ApprovalRequest,
): Promise<Judged> {
  const { action, target, customerId, content, actor, reason = null } = request;
  // Bookings by the program itself need no approver.
  if (actor === 'system') return { kind: 'approved', by: [actor] };
  await lockApprovals(tx, customerId);
  await lockTarget(tx, { action, target });
  const found = await findApproval(tx, { action, target });
  if (found !== undefined && found.status !== 'withdrawn') {
    const isSame = found.action === 'withdrawal' || isDeepStrictEqual(found.content, content);
    if (!isSame) return refuse({ code: 'duplicate-id' });
    if (coversAmount(found, request)) {
      if (request.isUsedAtOnce === true) return refuse({ code: 'duplicate-id' });
      return { kind: 'approved', by: approversOf(found) };
    }
  }

  const step: Step = { by: actor, atMs: deps.clock.nowMs(), reason };
  const member = await deps.staff.findIn(tx, actor);
  if (member !== undefined && !mayApprove(member, ruleOf(deps, action))) {
    return refuse({ code: 'forbidden' });
  }
  if ((await countNeeded(deps, tx, request)) === 1) {
    await saveFirst(tx, { ...request, first: step, request: null, status: 'approved' });
    return { kind: 'approved', by: [actor] };
  }
  return await judgeByTwo(deps, tx, { request, step, found });
}

/**
 * The amount can have grown since the approval. Two approvals cover the content at any amount; one
 * covers only the amount at its time.
 */
function coversAmount(
  { status, secondBy, amountCents }: StoredApproval,
  request: ApprovalRequest,
): boolean {
  return status === 'approved' && (secondBy !== null || request.amountCents <= amountCents);
}

type Tried = {
  readonly request: ApprovalRequest;
  readonly step: Step;
  /** The approvals that are stored for this action. */
  readonly found: StoredApproval | undefined;
};

async function judgeByTwo(
  deps: JudgeDeps,
  tx: Kysely<object>,
  { request, step, found }: Tried,
): Promise<Judged> {
  const { action, actor } = request;
  const waiting = found?.status === 'waiting' ? found : undefined;
  const first = await firstOf(deps, tx, waiting);
  if (actor.startsWith(OPERATOR)) {
    // A new request does not replace an existing approval.
    if (first !== undefined) return { kind: 'waiting', step: 'request', missing: 1 };
    await saveFirst(tx, { ...request, first: null, request: step, status: 'waiting' });
    return { kind: 'waiting', step: 'request', missing: 2 };
  }
  const rejection = await checkApprover(deps, tx, { action, actor });
  if (rejection !== undefined) return refuse(rejection);
  if (waiting === undefined || first === undefined) {
    const asked = waiting?.request ?? null;
    await saveFirst(tx, { ...request, first: step, request: asked, status: 'waiting' });
    return { kind: 'waiting', step: 'first', missing: 1 };
  }
  if (first.by === actor) return refuse({ code: 'second-person' });
  await saveSecond(tx, { id: waiting.id, amountCents: request.amountCents, ...step });
  return { kind: 'approved', by: [first.by, actor] };
}

async function countNeeded(
  deps: JudgeDeps,
  tx: Kysely<object>,
  request: ApprovalRequest,
): Promise<number> {
  const { action, target, customerId, amountCents } = request;
  const rule = ruleOf(deps, action);
  const actions = deps.rules.filter(({ sum }) => sum === rule.sum).map((one) => one.action);
  const afterMs = deps.clock.nowMs() - SUM_WINDOW_MS;
  const except = { action, target };
  const approvedCents = await sumApproved(tx, { actions, customerId, afterMs, except });
  const lower = request.limitCents ?? rule.limitCents;
  const limitCents = lower < rule.limitCents ? lower : rule.limitCents;
  return peopleNeeded({ ...rule, limitCents }, { amountCents, approvedCents });
}

/**
 * Returns the first approval if it is still valid: recent, and by someone who can still approve.
 */
async function firstOf(
  deps: JudgeDeps,
  tx: Kysely<object>,
  waiting: StoredApproval | undefined,
): Promise<Step | undefined> {
  const first = waiting?.first ?? null;
  if (waiting === undefined || first === null) return undefined;
  if (deps.clock.nowMs() - first.atMs > WAITING_MAX_MS) return undefined;
  const rejection = await checkApprover(deps, tx, { action: waiting.action, actor: first.by });
  return rejection === undefined ? first : undefined;
}

export async function isFirstValid(
  deps: JudgeDeps,
  tx: Kysely<object>,
  target: Target,
): Promise<boolean> {
  const found = await findApproval(tx, target);
  if (found?.status !== 'waiting') return found?.status === 'approved';
  return (await firstOf(deps, tx, found)) !== undefined;
}

export type Approver = { readonly action: ApprovalAction; readonly actor: string };

/**
 * Returns whether the roles of a member of staff let them decide about the action, regardless of
 * who else must.
 */
export async function mayDecide(
  deps: Pick<JudgeDeps, 'staff' | 'rules'>,
  tx: Kysely<object>,
  { action, actor }: Approver,
): Promise<boolean> {
  const member = await deps.staff.findIn(tx, actor);
  return member !== undefined && mayApprove(member, ruleOf(deps, action));
}

/**
 * Returns why the actor does not count where two people must approve. Only a signed-in member of
 * staff is a known person; the operator can be anyone. With single sign-on, only a member whom the
 * provider knows is one. A member whom somebody else created, enabled, or gave roles or credentials
 * recently might be that person.
 */
async function checkApprover(
  deps: JudgeDeps,
  tx: Kysely<object>,
  { action, actor }: Approver,
): Promise<Rejection | undefined> {
  const member = await deps.staff.findIn(tx, actor);
  if (member === undefined) return { code: 'approver-unknown' };
  if (!mayApprove(member, ruleOf(deps, action))) return { code: 'forbidden' };
  const unknown = deps.staff.refusePerson(member);
  if (unknown !== undefined) return unknown;
  const countsFromMs = member.changedAtMs + deps.approverAgeDays * DAY_MS;
  if (deps.clock.nowMs() >= countsFromMs) return undefined;
  return { code: 'approver-too-new', facts: { until: new Date(countsFromMs).toISOString() } };
}

/**
 * Returns whether the member's sign-in is strong enough (an authenticator app, or single sign-on)
 * and their roles permit the approval.
 */
function mayApprove(member: StaffMember, rule: ApprovalRule): boolean {
  const { roles, isDisabled, totp, linkedIssuers } = member;
  if (isDisabled || !(linkedIssuers.length > 0 || totp?.isConfirmed === true)) return false;
  return isAllowed(roles, rule.roles);
}

function ruleOf({ rules }: Pick<JudgeDeps, 'rules'>, action: ApprovalAction): ApprovalRule {
  return assertPresent(
    rules.find((rule) => rule.action === action),
    `${action} has a rule`,
  );
}

function approversOf({ first, secondBy }: StoredApproval): readonly string[] {
  assert(first !== null, 'an approved action has a first approval');
  return secondBy === null ? [first.by] : [first.by, secondBy];
}

function refuse(rejection: Rejection): Judged {
  return { kind: 'refused', rejection };
}

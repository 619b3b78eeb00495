// Actions that wait for approval, and actions that two people have approved.
import * as z from 'zod/mini';
import { Id, Instant } from '../wire.ts';
import { APPROVAL_RULES } from './approval-rules.ts';
import { APPROVAL_ACTIONS } from './desk/approval-actions.ts';
import { ProfileChanges, VERIFICATION_EFFECTS } from './desk/profile-edit.ts';
import { defineResource, field, PathId } from './resource.ts';
import { allow, type Role } from './roles.ts';

export const APPROVAL_STATUSES = ['waiting', 'approved', 'withdrawn'] as const;
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number];

/** Whether the action still waits because a second person must approve it. */
export const Waiting = z.boolean();

/** Every action that can require a second approval. */
export const APPROVAL_REJECTIONS = [
  'approver-not-linked',
  'approver-too-new',
  'approver-unknown',
  'second-person',
] as const;

/** The roles that can approve at all; the server's table of rules decides per action. */
const DECIDE = allow('finance', 'dealing', 'compliance');
const READ = allow('finance', 'dealing', 'compliance');

/** Who may decide about an action: the same table that the server judges by. */
const DECIDED_BY = {
  field: 'action',
  roles: Object.fromEntries(
    Object.entries(APPROVAL_RULES).map(([action, { roles }]) => [action, roles]),
  ) satisfies Readonly<Record<string, readonly Role[]>>,
};

/** The fields that the confirmation dialog repeats. */
const WAITING = [
  'action',
  'amount',
  'grants',
  'changes',
  'verification',
  'customer',
  'customer_id',
  'concerns',
  'first_by',
  'first_reason',
] as const;

export const approvals = defineResource({
  name: 'approvals',
  title: 'Approvals',
  one: 'Approval',
  group: 'money',
  heading: ['action'],
  // For programs: the page shows what the target means instead.
  header: ['id', 'target', 'may_approve'],
  brief: ['action', 'status', 'amount'],
  folded: [
    'target',
    'concerns',
    'grants',
    'decided_at',
    'changes',
    'verification',
    'first_at',
    'first_reason',
    'second_reason',
    'requested_by',
    'requested_at',
    'requested_reason',
  ],
  queues: [{ name: 'waiting', text: 'waiting', filter: { status: 'waiting' }, urgency: 1 }],
  id: PathId,
  read: READ,
  row: {
    id: field(Id, READ),
    action: field(z.enum(APPROVAL_ACTIONS), READ),
    /** A transaction id, or the position or symbol with the request id. */
    target: field(z.string(), READ),
    /** The customer that the action concerns; null for actions that concern many. */
    customer_id: field(z.nullable(Id), READ),
    /** The customer's name and email address; null for actions that concern many. */
    customer: field(z.nullable(z.string()), allow('finance', 'compliance')),
    /**
     * The transaction, position or symbol that the action concerns; null where the customer or the
     * grant says it.
     */
    concerns: field(z.nullable(z.string()), READ),
    /** Null for a grant of roles to staff, and for a change of a profile. */
    amount: field(z.nullable(z.number()), READ),
    /** The member of staff and the roles of a grant; null for actions that move money. */
    grants: field(z.nullable(z.string()), allow()),
    /** The old and new values of a profile; null for other actions, and once they are erased. */
    changes: field(z.nullable(ProfileChanges), allow('compliance')),
    /** What the change of a profile does to the verification; null for other actions. */
    verification: field(z.nullable(z.enum(VERIFICATION_EFFECTS)), allow('compliance')),
    status: field(z.enum(APPROVAL_STATUSES), READ),
    /**
     * The member of staff who approved first; null if the operator's command requested the action
     * and nobody has approved it yet.
     */
    first_by: field(z.nullable(z.string()), READ),
    first_at: field(z.nullable(Instant), READ),
    first_reason: field(z.nullable(z.string()), READ),
    second_by: field(z.nullable(z.string()), READ),
    second_reason: field(z.nullable(z.string()), READ),
    /**
     * The operator who requested the action, which does not count as an approval; null if staff
     * requested it.
     */
    requested_by: field(z.nullable(z.string()), READ),
    requested_at: field(z.nullable(Instant), READ),
    requested_reason: field(z.nullable(z.string()), READ),
    decided_at: field(z.nullable(Instant), READ),
  },
  detail: {
    /**
     * Whether the reader's approval would count: false once the action no longer waits or the
     * customer's account is closed, and for the member whose first approval is valid. It reveals no
     * other reason for a rejection.
     */
    may_approve: field(z.boolean(), READ),
  },
  search: [],
  filters: {
    status: { schema: z.enum(APPROVAL_STATUSES), fields: ['status'] },
    action: { schema: z.enum(APPROVAL_ACTIONS), fields: ['action'] },
    customer: { schema: PathId, fields: ['customer_id'] },
  },
  sorts: ['id'],
  order: 'desc',
  export: READ,
  actions: {
    approve: {
      isPrimary: true,
      when: [{ status: ['waiting'], may_approve: [true] }],
      repeats: WAITING,
      offeredBy: DECIDED_BY,
      summary: 'Approves the action; it is executed once two people have approved it.',
      roles: DECIDE,
      on: 'one',
      input: {},
      reply: {},
      rejections: [
        ...APPROVAL_REJECTIONS,
        'account-closed',
        'adjustment-impossible',
        'amount-too-large',
        'cover-impossible',
        'duplicate-id',
        'email-taken',
        'last-admin',
        'not-halted',
        'not-verified',
        'own-account',
        'price-unavailable',
        'profile-changed',
        'return-reported',
        'shortfall-open',
        'too-many-positions',
        'transaction-stage',
        'withdraw-maximum',
        'withdrawal-not-covered',
      ],
    },
    withdraw: {
      when: [{ status: ['waiting'] }],
      repeats: WAITING,
      offeredBy: DECIDED_BY,
      summary:
        'Withdraws what waits for an approval, if your roles may approve it: a later approval begins again.',
      roles: DECIDE,
      on: 'one',
      input: {},
      reply: {},
      rejections: ['transaction-stage'],
    },
  },
});

// Customers, as staff see them.
import * as z from 'zod/mini';
import { BalanceFigures, PositionLists } from '../trading.ts';
import { Id, Instant, PlainLine, RequestId } from '../wire.ts';
import { APPROVAL_REJECTIONS, Waiting } from './approvals.ts';
import {
  Device,
  LedgerEntry,
  NewPermissions,
  Note,
  Permissions,
  Profile,
  Referred,
  Reversal,
  Session,
  Transaction,
} from './customer-fields.ts';
import { CUSTOMER_TABS } from './desk/customer-tabs.ts';
import { PROFILE_INPUT, VERIFICATION_EFFECTS } from './desk/profile-edit.ts';
import {
  Screening,
  SCREENING_DECISIONS,
  SCREENING_STATES,
  ScreeningVersion,
  SETTLED_SCREENING_STATES,
} from './desk/screening.ts';
import { defineResource, field, PathId, ProfileVersion, QueryDay, QueryFlag } from './resource.ts';
import { allow } from './roles.ts';

export const ACCOUNT_STATUSES = ['active', 'close-only', 'blocked'] as const;
export const ACCOUNT_STATES = ['open', 'closing', 'closed', 'erased'] as const;
export const CLIENT_CATEGORIES = ['retail', 'professional'] as const;

const READ = allow('support', 'compliance', 'finance', 'dealing');
/** Roles that can read identity and contact data. */
const IDENTITY = allow('support', 'compliance', 'finance');
const MONEY = allow('support', 'finance', 'dealing');

const KYC = allow('compliance');
const SUPPORT = allow('support', 'compliance');

const LEVEL_LENGTH_MAX = 40;
const PIN_LENGTH_MAX = 12;
/**
 * The maximum length of each history on a customer's page; the lists of transactions hold the rest.
 */
export const HISTORY_ROWS_MAX = 100;

/** Whether anything changed. */
const CHANGED = { changed: z.boolean() };

const changing = { on: 'one', input: {}, reply: CHANGED, rejections: ['account-closed'] } as const;
const doing = { on: 'one', input: {}, reply: {}, rejections: ['account-closed'] } as const;

/** The restriction that the account had before. */
const RESTORE = {
  field: 'restriction',
  actions: { active: 'unblock', 'close-only': 'close-only', blocked: 'block' },
} as const;

export const customers = defineResource({
  name: 'customers',
  title: 'Customers',
  one: 'Customer',
  group: 'clients',
  heading: ['first_name', 'last_name'],
  header: [
    'id',
    'email',
    'first_name',
    'last_name',
    'verified',
    'status',
    'account_state',
    'category',
    'cash',
    'debt',
  ],
  brief: ['first_name', 'last_name', 'status'],
  folded: ['phone', 'level', 'category', 'account_state'],
  id: PathId,
  read: READ,
  row: {
    id: field(Id, READ),
    email: field(z.string(), IDENTITY),
    first_name: field(z.string(), IDENTITY),
    last_name: field(z.string(), IDENTITY),
    phone: field(z.string(), IDENTITY),
    country: field(z.nullable(z.string()), READ),
    created_at: field(Instant, READ),
    level: field(z.string(), READ),
    verified: field(z.boolean(), READ),
    status: field(z.enum(ACCOUNT_STATUSES), READ),
    account_state: field(z.enum(ACCOUNT_STATES), READ),
    category: field(z.enum(CLIENT_CATEGORIES), READ),
    cash: field(z.number(), MONEY),
  },
  detail: {
    // The version of the customer's profile. It is read before the profile, so that a change in
    // between is detected.
    profile_version: field(ProfileVersion, KYC),
    profile: field(Profile, IDENTITY),
    /** What screening against lists of sanctions and exposed persons says; never shown to others. */
    screening_state: field(z.enum(SCREENING_STATES), KYC),
    /** Null if the customer was never screened. */
    screening: field(z.nullable(Screening), KYC),
    /** Changes with each answer, decision and identity: identifies what the officer has seen. */
    screening_version: field(ScreeningVersion, KYC),
    pin: field(z.nullable(z.string()), SUPPORT),
    /** What staff decided about the account; `status` includes the customer's own limits as well. */
    restriction: field(z.enum(ACCOUNT_STATUSES), READ),
    protected: field(z.boolean(), READ),
    /** Whether the customer's own limits prevent openings. */
    own_stop: field(z.boolean(), READ),
    permissions: field(Permissions, READ),
    figures: field(BalanceFigures, MONEY),
    open_positions: field(PositionLists.shape.open, MONEY),
    /** Null until the customer uses the practice account, and while practice is unavailable. */
    practice_figures: field(z.nullable(BalanceFigures), MONEY),
    practice_positions: field(PositionLists.shape.open, MONEY),
    second_factor: field(z.boolean(), SUPPORT),
    sessions: field(z.array(Session), SUPPORT),
    /** The customer's devices, from the stored sessions including ended ones. */
    devices: field(z.array(Device), SUPPORT),
    transactions: field(z.array(Transaction), MONEY),
    /** The customer's debt for reversed deposits, in euros. */
    debt: field(z.number(), MONEY),
    reversals: field(z.array(Reversal), MONEY),
    ledger: field(z.array(LedgerEntry), allow('finance')),
    notes: field(z.array(Note), READ),
    referrals: field(z.array(Referred), IDENTITY),
  },
  search: ['id', 'email', 'first_name', 'last_name', 'phone'],
  filters: {
    verified: { schema: QueryFlag, fields: ['verified'] },
    status: { schema: z.enum(ACCOUNT_STATUSES), fields: ['status'] },
    category: { schema: z.enum(CLIENT_CATEGORIES), fields: ['category'] },
    /** The customer's country, ISO 3166 alpha-2. */
    country: { schema: z.string().check(z.regex(/^[A-Z]{2}$/)), fields: ['country'] },
    created_from: { schema: QueryDay, fields: ['created_at'] },
    /** The last day of sign-up, inclusive. */
    created_until: { schema: QueryDay, fields: ['created_at'] },
  },
  sorts: ['id', 'created_at', 'email', 'last_name'],
  order: 'desc',
  export: allow('compliance'),
  endings: [
    { state: { account_state: ['closed'] }, leaves: ['note'], rejection: 'account-closed' },
    { state: { account_state: ['erased'] }, leaves: [], rejection: 'account-closed' },
  ],
  actions: {
    verify: {
      ...changing,
      summary: 'Permits the customer to trade, if the profile has not changed since you opened it.',
      roles: KYC,
      when: [{ verified: [false], screening_state: SETTLED_SCREENING_STATES }],
      undo: 'unverify',
      repeats: ['email', 'profile'],
      input: { profile_version: ProfileVersion },
      seen: ['profile_version'],
      rejections: ['account-closed', 'profile-changed', 'screening-open'],
    },
    unverify: {
      ...changing,
      summary: 'Removes the permission to trade.',
      roles: KYC,
      when: [{ verified: [true] }],
    },
    'confirm-email': {
      ...changing,
      summary: 'Confirms the email address without the mailed link.',
      roles: SUPPORT,
      when: [{ 'profile.email_confirmed': [false] }],
      repeats: ['email'],
    },
    block: {
      ...changing,
      summary: 'Ends the customer’s sessions and prevents sign-in.',
      roles: KYC,
      when: [{ restriction: ['active', 'close-only'] }],
      undo: RESTORE,
    },
    'close-only': {
      ...changing,
      label: 'Restrict to closing',
      summary: 'The customer can only close positions.',
      roles: KYC,
      when: [{ restriction: ['active', 'blocked'] }],
      undo: RESTORE,
    },
    unblock: {
      ...changing,
      label: 'Remove restriction',
      summary: 'Removes a block or close-only.',
      roles: KYC,
      when: [{ restriction: ['close-only', 'blocked'] }],
      undo: RESTORE,
    },
    protect: {
      ...changing,
      label: 'Limit risk',
      when: [{ protected: [false] }],
      undo: 'unprotect',
      summary: 'New positions have limited risk.',
      roles: allow('compliance', 'dealing'),
    },
    unprotect: {
      ...changing,
      label: 'Stop limiting risk',
      when: [{ protected: [true] }],
      undo: 'protect',
      summary: 'New positions don’t have limited risk.',
      roles: allow('compliance', 'dealing'),
    },
    categorise: {
      ...changing,
      label: 'Client category',
      undo: 'categorise',
      summary: 'Makes the customer a retail or a professional client.',
      roles: KYC,
      input: { category: z.enum(CLIENT_CATEGORIES) },
    },
    permit: {
      ...changing,
      label: 'Allowed leverage',
      undo: 'permit',
      summary:
        'Sets the leverages of each category that is named; an empty list removes the category.',
      roles: allow('compliance', 'dealing'),
      input: { permissions: NewPermissions },
    },
    screen: {
      ...doing,
      label: 'Screen again',
      when: [{ screening_state: SCREENING_STATES.filter((state) => state !== 'off') }],
      summary:
        'Asks the screening provider about the customer as the profile is now. The answer takes some seconds.',
      roles: KYC,
      rejections: ['account-closed', 'screening-off'],
    },
    'decide-screening': {
      ...doing,
      label: 'Decide the screening',
      when: [{ screening_state: ['not-screened', 'review', 'hit', 'accepted', 'confirmed'] }],
      repeats: ['email', 'profile', 'screening_state', 'screening'],
      summary:
        'Accept: the customer is not the listed person, or may be served; then they can be verified. Confirm: the customer is that person, and can’t be verified. The reason is kept.',
      roles: KYC,
      input: { screening_version: ScreeningVersion, decision: z.enum(SCREENING_DECISIONS) },
      seen: ['screening_version'],
      rejections: ['account-closed', 'record-missing'],
    },
    'edit-profile': {
      ...changing,
      label: 'Change the profile',
      summary:
        'Changes the profile once a second person has approved it. The customer is notified. If the documents on file don’t prove the new values, withdraw the verification.',
      roles: KYC,
      repeats: ['email'],
      startsFrom: 'profile',
      input: {
        profile_version: ProfileVersion,
        ...PROFILE_INPUT,
        verification: z.enum(VERIFICATION_EFFECTS),
        request_id: RequestId,
      },
      seen: ['profile_version'],
      reply: { ...CHANGED, waiting: Waiting },
      rejections: [...APPROVAL_REJECTIONS, 'account-closed', 'duplicate-id', 'profile-changed'],
    },
    'set-level': {
      ...changing,
      summary: 'Sets the level that the customer sees.',
      undo: 'set-level',
      roles: SUPPORT,
      input: { level: PlainLine(LEVEL_LENGTH_MAX) },
    },
    'set-pin': {
      ...changing,
      summary: 'Sets or removes the PIN.',
      undo: 'set-pin',
      roles: SUPPORT,
      input: { pin: z.nullable(PlainLine(PIN_LENGTH_MAX)) },
    },
    'collect-debt': {
      ...doing,
      when: [{ debt: 'positive' }],
      repeats: ['debt'],
      summary:
        'Pays the customer’s debt for reversed deposits from cash that no open position needs.',
      roles: allow('finance'),
      reply: { amount: z.number() },
      rejections: ['account-closed', 'amount-too-large', 'price-unavailable', 'shortfall-open'],
    },
    'reset-practice': {
      ...doing,
      label: 'Reset practice account',
      when: [{ practice_figures: 'set' }],
      summary:
        'Cancels the orders and closes the positions of the practice account, then restores its opening balance. The customer’s own reset of the day stays available.',
      roles: allow('support', 'dealing'),
      rejections: ['account-closed', 'practice-market-closed'],
    },
    note: {
      ...doing,
      label: 'Add a note',
      many: true,
      summary: 'Adds the reason as a note to the customer.',
      roles: READ,
    },
    'auto-login': {
      ...doing,
      label: 'Mail a sign-in link',
      repeats: ['email'],
      summary: 'Mails the customer a link that signs them in; the link is not shown here.',
      roles: SUPPORT,
    },
    'password-reset': {
      ...doing,
      label: 'Mail a password reset',
      repeats: ['email'],
      summary: 'Mails the customer a link that sets a new password.',
      roles: SUPPORT,
    },
    'end-sessions': {
      ...doing,
      many: true,
      summary: 'Ends all sessions of the customer, and revokes API keys and webhooks.',
      roles: SUPPORT,
    },
    'second-factor-off': {
      ...changing,
      label: 'Turn off second factor',
      when: [{ second_factor: [true] }],
      summary:
        'For a customer who lost the app and the recovery codes. Verify their identity first.',
      roles: KYC,
    },
    'view-as': {
      ...doing,
      label: 'View as customer',
      summary:
        'Starts a read-only session of 15 minutes that shows what the customer sees. The session is logged.',
      // The session shows balances and positions, so the role must be able to read them here, too.
      roles: allow('support'),
      reply: { access_token: z.string() },
    },
  },
  tabs: CUSTOMER_TABS,
});

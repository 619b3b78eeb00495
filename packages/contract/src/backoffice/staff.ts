// Back-office staff, managed by admins.
import * as z from 'zod/mini';
import { Email, Name } from '../accounts.ts';
import { Id, Instant, RequestId } from '../wire.ts';
import { APPROVAL_REJECTIONS, Waiting } from './approvals.ts';
import { WORK_QUEUE_NAMES } from './desk/work-queue-names.ts';
import { defineResource, field, PathId, QueryFlag } from './resource.ts';
import { allow, ROLES } from './roles.ts';

const ADMIN = allow();
const Roles = z.array(z.enum(ROLES)).check(z.maxLength(ROLES.length));
/** The initial password of a member of staff. It is shown once, to the person who created it. */
const FirstPassword = z.object({ password: z.string() });

export const staff = defineResource({
  name: 'staff',
  title: 'Staff',
  one: 'Member of staff',
  group: 'administration',
  brief: ['name', 'roles'],
  heading: ['name'],
  header: ['is_you', 'local_sign_in'],
  id: PathId,
  read: ADMIN,
  row: {
    id: field(Id, ADMIN),
    email: field(z.string(), ADMIN),
    name: field(z.string(), ADMIN),
    roles: field(Roles, ADMIN),
    second_factor: field(z.boolean(), ADMIN),
    /** Whether a person of the single sign-on provider is this member. */
    linked: field(z.boolean(), ADMIN),
    /** Whether a linked member can sign in with a password too. */
    break_glass: field(z.boolean(), ADMIN),
    disabled: field(z.boolean(), ADMIN),
    created_at: field(Instant, ADMIN),
  },
  detail: {
    /** How many passkeys sign the member in. */
    passkeys: field(z.int(), ADMIN),
    /** Whether this is the reader's own account, which only another admin can change. */
    is_you: field(z.boolean(), ADMIN),
    /** Whether the member can have a password: not if only the provider signs them in. */
    local_sign_in: field(z.boolean(), ADMIN),
    /** The queues whose new records are mailed to the member. */
    mailed_about: field(z.array(z.enum(WORK_QUEUE_NAMES)), ADMIN),
  },
  search: ['email', 'name'],
  filters: { disabled: { schema: QueryFlag, fields: ['disabled'] } },
  sorts: ['id', 'email'],
  order: 'asc',
  export: ADMIN,
  actions: {
    create: {
      label: 'Add a member',
      summary:
        'Adds a member of staff. The password is shown once. Roles that can approve, or administer staff, need a second admin’s approval once there are two admins; reset the password afterwards.',
      roles: ADMIN,
      on: 'all',
      input: { email: Email, name: Name, roles: Roles, request_id: RequestId },
      reply: {
        /** Null while the request waits for approval. */
        id: z.nullable(Id),
        /** Null while the request waits for approval, and after the approval by a second admin. */
        password: z.nullable(z.string()),
        waiting: Waiting,
      },
      rejections: [...APPROVAL_REJECTIONS, 'duplicate-id', 'email-taken'],
    },
    'set-roles': {
      when: [{ is_you: [false] }],
      repeats: ['name', 'email'],
      summary:
        'Sets the roles of a member of staff; existing sessions use the new roles. New roles that can approve, or administer staff, need a second admin’s approval once there are two admins.',
      roles: ADMIN,
      on: 'one',
      input: { roles: Roles, request_id: RequestId },
      reply: { waiting: Waiting },
      rejections: [...APPROVAL_REJECTIONS, 'duplicate-id', 'own-account', 'last-admin'],
    },
    disable: {
      when: [{ disabled: [false], is_you: [false] }],
      undo: 'enable',
      repeats: ['name', 'email'],
      summary: 'Ends the sessions of a member of staff and prevents sign-in.',
      roles: ADMIN,
      on: 'one',
      input: {},
      reply: {},
      rejections: ['own-account', 'last-admin'],
    },
    enable: {
      when: [{ disabled: [true], is_you: [false] }],
      undo: 'disable',
      repeats: ['name', 'email'],
      summary: 'Lets a member of staff sign in again.',
      roles: ADMIN,
      on: 'one',
      input: {},
      reply: {},
      rejections: ['own-account', 'last-admin'],
    },
    'reset-password': {
      when: [{ is_you: [false], local_sign_in: [true] }],
      repeats: ['name', 'email'],
      summary:
        'Sets a new password, which is shown once, and removes all passkeys; all sessions end.',
      roles: ADMIN,
      on: 'one',
      input: {},
      reply: FirstPassword.shape,
      rejections: ['own-account', 'last-admin', 'member-linked'],
    },
    'mark-break-glass': {
      when: [{ is_you: [false], linked: [true], break_glass: [false] }],
      repeats: ['name', 'email'],
      summary:
        'Lets a linked member sign in with a password while the provider is away. The member no longer counts as one of two approvers.',
      roles: ADMIN,
      on: 'one',
      input: {},
      reply: {},
      rejections: ['own-account', 'last-admin'],
    },
    'end-break-glass': {
      when: [{ is_you: [false], break_glass: [true] }],
      repeats: ['name', 'email'],
      summary: 'Ends the local sign-in of a linked member, who signs in through the provider only.',
      roles: ADMIN,
      on: 'one',
      input: {},
      reply: {},
      rejections: ['own-account', 'last-admin'],
    },
    'reset-second-factor': {
      when: [{ is_you: [false], second_factor: [true] }],
      repeats: ['name', 'email'],
      summary:
        'Takes the authenticator app and all passkeys away: the next sign-in sets up another app. Be sure who asks.',
      roles: ADMIN,
      on: 'one',
      input: {},
      reply: {},
      rejections: ['own-account', 'last-admin'],
    },
  },
});

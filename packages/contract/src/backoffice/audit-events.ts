// The audit log: who did what to whom, from which address, and why.
import * as z from 'zod/mini';
import { Id, Instant } from '../wire.ts';
import { defineResource, field, PathId, QueryDay } from './resource.ts';
import { allow } from './roles.ts';

const SUBJECT_LENGTH_MAX = 200;
const READ = allow('compliance');
const Name = z.string().check(z.minLength(1), z.maxLength(SUBJECT_LENGTH_MAX));
const Change = z.nullable(z.record(z.string(), z.unknown()));

export const auditEvents = defineResource({
  name: 'audit',
  title: 'Audit log',
  one: 'Audit entry',
  group: 'administration',
  heading: ['action'],
  id: PathId,
  read: READ,
  row: {
    id: field(Id, READ),
    at: field(Instant, READ),
    actor: field(z.string(), READ),
    action: field(z.string(), READ),
    subject: field(z.string(), READ),
    reason: field(z.nullable(z.string()), READ),
    ip: field(z.nullable(z.string()), READ),
  },
  detail: { before: field(Change, READ), after: field(Change, READ) },
  search: [],
  filters: {
    /** Who acted, such as 'staff:2' or 'operator:root'. */
    actor: { schema: Name, fields: ['actor'] },
    /** Whom or what the action concerned, such as 'customer:17'. */
    subject: { schema: Name, fields: ['subject'] },
    /** A record of the back office by resource and id, such as 'withdrawals:WAB12'. */
    record: { schema: Name, fields: ['subject'] },
    /** The recorded action, such as 'customer.verify'. */
    action: { schema: Name, fields: ['action'] },
    from: { schema: QueryDay, fields: ['at'] },
    /** The last day of the period, inclusive. */
    until: { schema: QueryDay, fields: ['at'] },
  },
  sorts: ['id'],
  order: 'desc',
  export: READ,
  actions: {},
});

// Customers as the house sees them.
import * as z from 'zod/mini';
import { Id, Instant } from '../wire.ts';
import { defineResource, field, PathId, QueryDay, QueryFlag } from './resource.ts';
import { allow } from './roles.ts';

export const ACCOUNT_STATUSES = ['active', 'close-only', 'blocked'] as const;
export const CLIENT_CATEGORIES = ['retail', 'professional'] as const;

const READ = allow('support', 'compliance', 'finance', 'dealing');
/** Who they are and how to reach them. */
const IDENTITY = allow('support', 'compliance', 'finance');
const MONEY = allow('support', 'finance', 'dealing');

export const customers = defineResource({
  name: 'customers',
  title: 'Customers',
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
    category: field(z.enum(CLIENT_CATEGORIES), READ),
    cash: field(z.number(), MONEY),
  },
  detail: {},
  search: ['id', 'email', 'first_name', 'last_name', 'phone'],
  filters: {
    verified: { schema: QueryFlag, fields: ['verified'] },
    status: { schema: z.enum(ACCOUNT_STATUSES), fields: ['status'] },
    category: { schema: z.enum(CLIENT_CATEGORIES), fields: ['category'] },
    /** ISO 3166 alpha-2. */
    country: { schema: z.string().check(z.regex(/^[A-Z]{2}$/)), fields: ['country'] },
    created_from: { schema: QueryDay, fields: ['created_at'] },
    /** Inclusive. */
    created_until: { schema: QueryDay, fields: ['created_at'] },
  },
  sorts: ['id', 'created_at', 'email', 'last_name'],
  order: 'desc',
  export: allow('compliance'),
  actions: {},
});

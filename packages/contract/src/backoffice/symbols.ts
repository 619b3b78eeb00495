// What is traded, and whether it can be traded now.
import { CATEGORIES, SYMBOL_STATES } from '@halyard/core/instrument';
import * as z from 'zod/mini';
import { AssetSymbol, Instant } from '../wire.ts';
import { defineResource, field } from './resource.ts';
import { allow } from './roles.ts';

const READ = allow('support', 'finance', 'dealing');
export const REJECTIONS_SHOWN_MAX = 50;

const Rejection = z.object({
  at: Instant,
  source: z.string(),
  reason: z.string(),
  /** The quote, or what the vendor sent instead of one. */
  evidence: z.string(),
});
const Halt = z.object({ by: z.string(), reason: z.string(), at: Instant });

export const symbols = defineResource({
  name: 'symbols',
  title: 'Symbols',
  id: AssetSymbol,
  read: READ,
  row: {
    id: field(AssetSymbol, READ),
    name: field(z.string(), READ),
    category: field(z.enum(CATEGORIES), READ),
    state: field(z.enum(SYMBOL_STATES), READ),
    session_open: field(z.boolean(), READ),
    next_open: field(z.nullable(Instant), READ),
    next_close: field(z.nullable(Instant), READ),
    sell: field(z.nullable(z.number()), READ),
    buy: field(z.nullable(z.number()), READ),
    /** In percent of the middle. */
    spread_percent: field(z.nullable(z.number()), READ),
    source: field(z.nullable(z.string()), READ),
    quote_age_ms: field(z.nullable(z.int()), READ),
    /** Quotes that were not believed since the start. */
    rejected: field(z.int(), READ),
    /** By an operator or staff. */
    halted: field(z.boolean(), READ),
  },
  detail: {
    halt: field(z.nullable(Halt), READ),
    rejections: field(z.array(Rejection), allow('dealing')),
  },
  search: ['id'],
  filters: {
    state: { schema: z.enum(SYMBOL_STATES), fields: ['state'] },
    category: { schema: z.enum(CATEGORIES), fields: ['category'] },
  },
  sorts: ['id'],
  order: 'asc',
  export: allow('dealing'),
  actions: {
    halt: {
      summary: 'Stops all trading of a symbol until it is resumed, also over a restart.',
      roles: allow('dealing'),
      on: 'one',
      input: {},
      reply: { state: z.enum(SYMBOL_STATES), changed: z.boolean() },
      refusals: [],
    },
    resume: {
      summary: 'Ends a halt of ours. A symbol that is halted for another reason stays so.',
      roles: allow('dealing'),
      on: 'one',
      input: {},
      reply: { state: z.enum(SYMBOL_STATES), changed: z.boolean() },
      refusals: [],
    },
  },
});

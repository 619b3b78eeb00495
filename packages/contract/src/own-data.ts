// The customer's own data: an export of all stored data as one file, and account closure.
import * as z from 'zod/mini';
import { defineRoute } from './route.ts';
import { Instant, SecondFactorCode, tokenField } from './wire.ts';

/** An export is downloaded in parts of this many bytes; the last part can be smaller. */
export const EXPORT_PART_BYTES = 1_048_576;
export const EXPORT_PARTS_MAX = 256;
export const EXPORT_KEPT_DAYS = 7;
/** The minimum time between two exports. */
export const EXPORT_PAUSE_HOURS = 24;

/** 'erased': the export was ready and has expired. */
export const EXPORT_STATES = ['waiting', 'making', 'ready', 'failed', 'erased'] as const;

export const DataExport = z.object({
  id: z.uuid(),
  state: z.enum(EXPORT_STATES),
  /** The progress of the export: the percentage of its sections that are done. */
  percent: z.int().check(z.minimum(0), z.maximum(100)),
  requested_at: Instant,
  ready_at: z.nullable(Instant),
  /** When the export is deleted. */
  expires_at: z.nullable(Instant),
  file_name: z.string(),
  bytes: z.int(),
  parts: z.int(),
});
export type DataExport = z.infer<typeof DataExport>;

/** The customer's latest export. `next_at`: when the next one can be requested; null: now. */
const Exports = z.object({ export: z.nullable(DataExport), next_at: z.nullable(Instant) });

const common = { method: 'POST', access: 'customer' } as const;

export const getExport = defineRoute({
  ...common,
  path: '/api/accounts/export',
  summary: 'Returns the status of the customer’s latest data export.',
  rate: 'ordinary',
  body: z.strictObject(tokenField),
  reply: Exports,
  rejections: [],
});

export const requestExport = defineRoute({
  ...common,
  path: '/api/accounts/export/request',
  summary: 'Requests a ZIP file with all data stored about the customer.',
  rate: 'credential',
  body: z.strictObject({ ...tokenField, code: z.optional(SecondFactorCode) }),
  reply: Exports,
  rejections: [
    'password-required',
    'second-factor',
    'code-invalid',
    'export-under-way',
    'export-too-soon',
  ],
});

export const readExportPart = defineRoute({
  ...common,
  path: '/api/accounts/export/part',
  summary: 'A part of an export that is ready, the first is 0; all of them in a row are the file.',
  rate: 'ordinary',
  body: z.strictObject({
    ...tokenField,
    id: z.uuid(),
    part: z.int().check(z.minimum(0), z.maximum(EXPORT_PARTS_MAX - 1)),
    code: z.optional(SecondFactorCode),
  }),
  reply: z.object({ content_base64: z.string() }),
  rejections: ['password-required', 'second-factor', 'code-invalid', 'not-found'],
});

/** What must be settled before the account can be closed. */
export const CLOSING_OBSTACLES = ['positions', 'payments', 'cash', 'credit', 'debt'] as const;
export type ClosingObstacle = (typeof CLOSING_OBSTACLES)[number];

export const getClosing = defineRoute({
  ...common,
  path: '/api/accounts/closing',
  summary: 'What stands in the way of closing the account, and how long the rest is kept then.',
  rate: 'ordinary',
  body: z.strictObject(tokenField),
  reply: z.object({ obstacles: z.array(z.enum(CLOSING_OBSTACLES)), kept_years: z.int() }),
  rejections: [],
});

export const closeAccount = defineRoute({
  ...common,
  path: '/api/accounts/close',
  summary: 'Closes the account for good: every session ends, and nobody signs in again.',
  rate: 'credential',
  body: z.strictObject({ ...tokenField, code: z.optional(SecondFactorCode) }),
  reply: z.object({}),
  rejections: [
    'password-required',
    'second-factor',
    'code-invalid',
    'close-positions-first',
    'payments-under-way',
    'withdraw-first',
    'credit-left',
    'debt-left',
  ],
});

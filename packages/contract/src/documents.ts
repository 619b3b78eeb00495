// Identity documents: one file per upload, visible only to staff.
import * as z from 'zod/mini';
import { defineRoute } from './route.ts';
import { Instant, tokenField } from './wire.ts';

export const DOCUMENT_BYTES_MAX = 2 * 1024 * 1024;
export const DOCUMENT_TYPES = ['passport', 'address', 'funding'] as const;
export const FUNDING_SIDES = ['front', 'back'] as const;
/** The states of a document on the wire. State 0, nothing uploaded, is sent as null. */
export const DOCUMENT_KINDS = ['passport', 'address', 'funding-front', 'funding-back'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** State 0, nothing uploaded, is sent as null. */
export const DOCUMENT_STATUS = { processing: 1, approved: 2, rejected: 3 } as const;

/** How many days before a document expires the customer can send a newer one. */
export const EXPIRY_NOTICE_DAYS = 30;

/** The state of a document as JSON text, in a user's `doc_` field. */
export const DocumentState = z.object({
  status: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  /** Why staff rejected the document; '' if they gave no reason. */
  note: z.string(),
  updated: Instant,
  /** The day until which an approved document is valid; absent if staff have recorded none. */
  expires_on: z.optional(z.string()),
});
export type DocumentState = z.infer<typeof DocumentState>;

export const uploadDocument = defineRoute({
  method: 'POST',
  path: '/api/accounts/upload',
  summary: 'Stores a document: one jpg, jpeg or pdf of at most 2 MB.',
  access: 'customer',
  rate: 'credential',
  file: {
    name: 'files',
    bytesMax: DOCUMENT_BYTES_MAX,
    unfit: 'file-not-supported',
    tooLarge: 'file-too-large',
  },
  body: z.strictObject({
    ...tokenField,
    type: z.enum(DOCUMENT_TYPES),
    /**
     * The side of a funding document; if absent, the front, until the front waits for review or is
     * approved.
     */
    side: z.optional(z.enum(FUNDING_SIDES)),
  }),
  reply: z.object({ document: z.enum(DOCUMENT_KINDS), ...DocumentState.shape }),
  rejections: [
    'file-infected',
    'file-not-supported',
    'file-too-large',
    'document-stands',
    'too-many-documents',
  ],
});

/** How many documents can still be uploaded today, and the daily limit. */
export const UploadsLeft = z.object({ left: z.int(), maximum: z.int() });
export type UploadsLeft = z.infer<typeof UploadsLeft>;

export const getUploadsLeft = defineRoute({
  method: 'POST',
  path: '/api/accounts/uploadsLeft',
  summary: 'Returns how many documents the customer can still upload today.',
  access: 'customer',
  rate: 'ordinary',
  reads: true,
  body: z.strictObject(tokenField),
  reply: UploadsLeft,
  rejections: [],
});

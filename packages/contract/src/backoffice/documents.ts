// Identity documents that wait for review.
import * as z from 'zod/mini';
import { DOCUMENT_KINDS } from '../documents.ts';
import { defineRoute } from '../route.ts';
import { Day, Id, Instant, PlainLine } from '../wire.ts';
import { defineResource, field, PathId, ProfileVersion, Reason } from './resource.ts';
import { allow } from './roles.ts';

const NOTE_LENGTH_MAX = 500;
export const DOCUMENT_STATUSES = ['processing', 'approved', 'rejected'] as const;
export const DOCUMENT_MEDIA_TYPES = ['image/jpeg', 'application/pdf'] as const;

/** Whether an approved document expires within 30 days, or has expired. */
export const DOCUMENT_EXPIRIES = ['due', 'expired'] as const;
const ExpiresOn = Day('2031-05-17');

const READ = allow('compliance');

export const DocumentRow = z.object({
  id: Id,
  customer_id: Id,
  customer_name: z.string(),
  kind: z.enum(DOCUMENT_KINDS),
  status: z.enum(DOCUMENT_STATUSES),
  note: z.string(),
  media_type: z.enum(DOCUMENT_MEDIA_TYPES),
  bytes: z.int(),
  uploaded_at: Instant,
  judged_at: z.nullable(Instant),
  judged_by: z.nullable(z.string()),
  /** The last day on which the document is valid, as the officer read it. */
  expires_on: z.nullable(z.iso.date()),
  expiry: z.nullable(z.enum(DOCUMENT_EXPIRIES)),
  /** Whether the expiry waits for staff. */
  expiry_open: z.boolean(),
  /** Whether the customer sent a newer document in its place. */
  replaced: z.boolean(),
  /** Whether a newer document of the kind waits for review. */
  newer_waits: z.boolean(),
});
const { shape: row } = DocumentRow;

export const documents = defineResource({
  name: 'documents',
  title: 'Documents',
  one: 'Document',
  group: 'clients',
  heading: ['kind'],
  header: [
    'id',
    'customer_name',
    'birth_date',
    'address',
    'kind',
    'status',
    'uploaded_at',
    'expires_on',
    'expiry',
  ],
  brief: ['customer_name', 'kind', 'status'],
  folded: [
    'media_type',
    'bytes',
    'note',
    'judged_at',
    'judged_by',
    'expiry_open',
    'replaced',
    'newer_waits',
  ],
  queues: [
    { name: 'to-review', text: 'to review', filter: { status: 'processing' }, urgency: 2 },
    { name: 'expiry', text: 'expired or expiring', filter: { expiry: 'open' }, urgency: 3 },
  ],
  id: PathId,
  read: READ,
  row: {
    id: field(row.id, READ),
    customer_id: field(row.customer_id, READ),
    customer_name: field(row.customer_name, READ),
    kind: field(row.kind, READ),
    status: field(row.status, READ),
    note: field(row.note, READ),
    media_type: field(row.media_type, READ),
    bytes: field(row.bytes, READ),
    uploaded_at: field(row.uploaded_at, READ),
    judged_at: field(row.judged_at, READ),
    judged_by: field(row.judged_by, READ),
    expires_on: field(row.expires_on, READ),
    expiry: field(row.expiry, READ),
    expiry_open: field(row.expiry_open, READ),
    replaced: field(row.replaced, READ),
    newer_waits: field(row.newer_waits, READ),
  },
  // The profile data to compare with the document.
  detail: {
    // The version of the customer's profile. It is read before the other fields, so that a change
    // in between is detected.
    profile_version: field(ProfileVersion, READ),
    birth_date: field(z.nullable(z.string()), READ),
    address: field(z.string(), READ),
  },
  search: [],
  filters: {
    status: { schema: z.enum(DOCUMENT_STATUSES), fields: ['status'] },
    customer: { schema: PathId, fields: ['customer_id'] },
    expiry: { schema: z.enum(['open', ...DOCUMENT_EXPIRIES]), fields: ['expiry', 'expiry_open'] },
  },
  sorts: ['id'],
  order: 'asc',
  export: READ,
  actions: {
    approve: {
      isPrimary: true,
      summary:
        'Approves a pending document that you have opened, if the profile has not changed since; notifies the customer. An identity document needs the day until which it is valid.',
      roles: READ,
      on: 'one',
      when: [{ status: ['processing'] }],
      repeats: ['customer_name', 'birth_date', 'address'],
      input: { profile_version: ProfileVersion, expires_on: z.optional(ExpiresOn) },
      seen: ['profile_version'],
      reply: {},
      rejections: ['document-judged', 'document-not-viewed', 'profile-changed'],
    },
    reject: {
      summary: 'Rejects a pending document; the customer sees the note.',
      roles: READ,
      on: 'one',
      when: [{ status: ['processing'] }],
      repeats: ['customer_name'],
      input: { note: PlainLine(NOTE_LENGTH_MAX) },
      reply: {},
      rejections: ['document-judged'],
    },
    'set-expiry': {
      label: 'Correct expiry date',
      summary: 'Corrects the day until which an approved document is valid.',
      roles: READ,
      on: 'one',
      when: [{ status: ['approved'], replaced: [false], newer_waits: [false] }],
      repeats: ['customer_name'],
      input: { expires_on: ExpiresOn },
      reply: {},
      rejections: ['document-not-current'],
    },
    'settle-expiry': {
      label: 'Mark expiry as handled',
      summary:
        'Takes an expiring or expired document off the work list after you have decided what follows. A document that was due comes back when it has expired.',
      roles: READ,
      on: 'one',
      when: [{ expiry_open: [true] }],
      repeats: ['customer_name', 'expires_on'],
      input: {},
      reply: {},
      rejections: ['document-not-current'],
    },
  },
});

export const viewDocument = defineRoute({
  method: 'POST',
  path: '/api/backoffice/documents/{id}/view',
  summary: 'Returns the document. Each access is logged with its reason.',
  access: 'staff',
  roles: READ,
  rate: 'ordinary',
  params: z.strictObject({ id: PathId }),
  body: z.strictObject({ reason: Reason }),
  download: { mediaTypes: DOCUMENT_MEDIA_TYPES },
  reply: z.object({}),
  rejections: ['not-found'],
});

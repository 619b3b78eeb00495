// Identity documents that wait for review.
import * as z from 'zod/mini';
import { DOCUMENT_KINDS } from '../documents.ts';
import { defineRoute } from '../route.ts';
import { Id, Instant, PlainLine } from '../wire.ts';
import { defineResource, field, PathId, ProfileVersion, Reason } from './resource.ts';
import { allow } from './roles.ts';

const NOTE_LENGTH_MAX = 500;
export const DOCUMENT_STATUSES = ['processing', 'approved', 'rejected'] as const;
export const DOCUMENT_MEDIA_TYPES = ['image/jpeg', 'application/pdf'] as const;

const READ = allow('compliance');

export const DocumentRow = z.object({
  id: Id,
  customer_id: Id,
  kind: z.enum(DOCUMENT_KINDS),
  status: z.enum(DOCUMENT_STATUSES),
  note: z.string(),
  media_type: z.enum(DOCUMENT_MEDIA_TYPES),
  bytes: z.int(),
  uploaded_at: Instant,
  judged_at: z.nullable(Instant),
  judged_by: z.nullable(z.string()),
});
const { shape: row } = DocumentRow;

export const documents = defineResource({
  name: 'documents',
  title: 'Documents',
  one: 'Document',
  group: 'clients',
  heading: ['kind'],
  folded: ['media_type', 'bytes', 'note', 'judged_at', 'judged_by'],
  queues: [{ text: 'to review', filter: { status: 'processing' }, urgency: 2 }],
  id: PathId,
  read: READ,
  row: {
    id: field(row.id, READ),
    customer_id: field(row.customer_id, READ),
    kind: field(row.kind, READ),
    status: field(row.status, READ),
    note: field(row.note, READ),
    media_type: field(row.media_type, READ),
    bytes: field(row.bytes, READ),
    uploaded_at: field(row.uploaded_at, READ),
    judged_at: field(row.judged_at, READ),
    judged_by: field(row.judged_by, READ),
  },
  // The profile data to compare with the document.
  detail: {
    // The version of the customer's profile. It is read before the other fields, so that a change
    // in between is detected.
    profile_version: field(ProfileVersion, READ),
    customer_name: field(z.string(), READ),
    birth_date: field(z.nullable(z.string()), READ),
    address: field(z.string(), READ),
  },
  search: [],
  filters: {
    status: { schema: z.enum(DOCUMENT_STATUSES), fields: ['status'] },
    customer: { schema: PathId, fields: ['customer_id'] },
  },
  sorts: ['id'],
  order: 'asc',
  export: READ,
  actions: {
    approve: {
      summary:
        'Approves a pending document that you have opened, if the profile has not changed since; notifies the customer.',
      roles: READ,
      on: 'one',
      when: [{ status: ['processing'] }],
      repeats: ['customer_name', 'birth_date', 'address'],
      input: { profile_version: ProfileVersion },
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

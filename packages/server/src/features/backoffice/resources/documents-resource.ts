import {
  DOCUMENT_EXPIRIES,
  DOCUMENT_STATUSES,
  documents as resource,
  viewDocument,
} from '@halyard/contract/backoffice/documents';
import type { DocumentRow } from '@halyard/contract/backoffice/documents';
import { DOCUMENT_KINDS } from '@halyard/contract/documents';
import { assertPresent } from '@halyard/core/assertion';
import { sql } from 'kysely';
import { profileVersion } from '#features/customers/customers.ts';
import type { Customer } from '#features/customers/customers.ts';
import { withAuditOrigin } from '#platform/audit/audit.ts';
import { bind, ok, refused } from '#platform/http/http.ts';
import type { Answer, RouteBinding } from '#platform/http/http.ts';
import * as z from 'zod/mini';
import { bindResource } from '../frame/frame.ts';
import type { FrameDeps, ListSource } from '../frame/frame.ts';
import type { OperatorCommandDeps } from '../operator-command.ts';

type Profile = Customer['profile'];

const MEDIA_TYPES = { jpeg: 'image/jpeg', pdf: 'application/pdf' } as const;

const Stored = z.object({
  id: z.int(),
  customer_id: z.int(),
  customer_name: z.string(),
  kind: z.enum(DOCUMENT_KINDS),
  status: z.enum(DOCUMENT_STATUSES),
  note: z.string(),
  format: z.enum(['jpeg', 'pdf']),
  bytes: z.int(),
  uploaded_at: z.date(),
  judged_at: z.nullable(z.date()),
  judged_by: z.nullable(z.string()),
  expires_on: z.nullable(z.string()),
  expiry: z.nullable(z.enum(DOCUMENT_EXPIRIES)),
  expiry_open: z.boolean(),
  replaced: z.boolean(),
  newer_waits: z.boolean(),
});

const JUDGED_REJECTIONS = {
  unknown: 'not-found',
  'judged-before': 'document-judged',
  'not-viewed': 'document-not-viewed',
  'profile-changed': 'profile-changed',
} as const;

const EXPIRY_TEXTS = {
  missing: 'Enter the day until which the identity document is valid',
  past: 'The document has expired. Reject it instead.',
} as const;

const ID = { by: sql`id`, type: 'bigint' } as const;

export const documentList = {
  select: sql`id, customer_id,
    (select first_name || ' ' || last_name from customers c where c.id = customer_id)
      as customer_name, kind, status, note, format, bytes, uploaded_at, judged_at, judged_by,
    expires_on::text, expiry, expiry_open, replaced_at is not null as replaced,
    status = 'approved' and exists (
      select from documents newer where newer.customer_id = documents.customer_id
        and newer.kind = documents.kind and newer.status = 'processing') as newer_waits`,
  from: sql`documents`,
  key: ID,
  sorts: { id: ID },
  filters: {
    status: (value: string) => sql`status = ${value}`,
    customer: (id: number) => sql`customer_id = ${id}`,
    expiry: (value: string) =>
      value === 'open' ? sql`expiry_open` : sql`expiry = ${value} and replaced_at is null`,
  },
  search: {},
  toRow: toDocumentRow,
} satisfies ListSource<unknown>;

function toDocumentRow(record: unknown): z.infer<typeof DocumentRow> {
  const { format, ...row } = z.parse(Stored, record);
  return {
    ...row,
    media_type: MEDIA_TYPES[format],
    uploaded_at: row.uploaded_at.toISOString(),
    judged_at: row.judged_at?.toISOString() ?? null,
  };
}

export function documentsResource(
  deps: FrameDeps & Pick<OperatorCommandDeps, 'customers' | 'documents'>,
): readonly RouteBinding[] {
  const { customers, documents } = deps;
  const customerOf = async (id: number) => {
    const document = assertPresent(await documents.find(id), 'a listed document is there');
    return await customers.getCustomer(document.customerId);
  };
  const profileOf = async (id: number) => (await customerOf(id)).profile;
  const judge = async (
    wanted: Parameters<typeof documents.judge>[0],
  ): Promise<Answer<Record<string, never>>> => {
    const judged = await documents.judge(wanted);
    if (judged.kind === 'judged') return ok({});
    if (judged.kind === 'expiry-unfit') {
      return refused({ code: 'invalid', errors: { expires_on: EXPIRY_TEXTS[judged.problem] } });
    }
    return refused({ code: JUDGED_REJECTIONS[judged.kind] });
  };
  return [
    ...bindResource(deps, resource, {
      list: documentList,
      detail: {
        profile_version: async (id) => profileVersion(await customerOf(id)),
        birth_date: async (id) => (await profileOf(id)).birthDate,
        address: async (id) => await findAddress(deps.db, await profileOf(id)),
      },
      actions: {
        approve: async ({ id, actor, input }) => {
          const { profile_version: profileVersion, expires_on: expiresOn } = input;
          const judged = { status: 'approved', note: '', profileVersion, expiresOn } as const;
          return await judge({ id, actor, ...judged });
        },
        reject: async ({ id, actor, input }) =>
          await judge({ id, status: 'rejected', note: input.note, actor }),
        'set-expiry': async ({ id, actor, input }) =>
          toAnswer(await documents.setExpiry({ id, actor, expiresOn: input.expires_on })),
        'settle-expiry': async ({ id, actor }) =>
          toAnswer(await documents.settleExpiry({ id, actor })),
      },
    }),
    bind(viewDocument, async ({ params, body, caller, ip }) => {
      const document = await documents.find(params.id);
      if (document === undefined) return refused({ code: 'not-found' });
      const actor = `staff:${caller.subjectId}`;
      const content = await withAuditOrigin(
        { ip, reason: body.reason },
        async () => await documents.read(document, actor),
      );
      const { id, kind, format } = document;
      const fileName = `${document.customerId}-${kind}-${id}.${format}`;
      return ok({ mediaType: MEDIA_TYPES[format], fileName, content });
    }),
  ];
}

function toAnswer(isDone: boolean): Answer<Record<string, never>> {
  return isDone ? ok({}) : refused({ code: 'document-not-current' });
}

async function findAddress(
  db: FrameDeps['db'],
  { street, zipCode, city, state, countryId }: Profile,
): Promise<string> {
  const [country] = await db.query('select name from countries where id = $1', [countryId]);
  const name = country?.['name'];
  const place = [zipCode, city].filter(Boolean).join(' ');
  return [street, place, state, typeof name === 'string' ? name : ''].filter(Boolean).join(', ');
}

// Writes the events of new work for staff that causes no notification of a customer.
import { toAccountId } from '@halyard/contract/v1/atoms';
import type { DocumentKind } from '@halyard/contract/documents';
import type { Kysely } from 'kysely';
import { writeEvent } from './write-event.ts';

type Deps = Parameters<typeof writeEvent>[0];

type Upload = {
  readonly customerId: number;
  readonly documentId: number;
  readonly kind: DocumentKind;
  readonly atMs: number;
};

/** A message of the contact form, or a submission of another form of the site. */
type Message = {
  readonly id: number;
  /** The name of the form; null for the contact form. */
  readonly form: string | null;
  readonly atMs: number;
};

export type WorkWriters = {
  /** Writes the event of an uploaded document, for webhooks of the operator. */
  readonly writeUpload: (tx: Kysely<object>, upload: Upload) => Promise<void>;
  /** Writes the event of a visitor's message, for webhooks of the operator. */
  readonly writeMessage: (tx: Kysely<object>, message: Message) => Promise<void>;
};

export function createWorkWriters(deps: Deps): WorkWriters {
  return {
    writeUpload: async (tx, upload) => await writeUpload(deps, tx, upload),
    writeMessage: async (tx, message) => await writeMessage(deps, tx, message),
  };
}

async function writeUpload(deps: Deps, tx: Kysely<object>, upload: Upload): Promise<void> {
  const { customerId, documentId, kind, atMs } = upload;
  const data = {
    account_id: toAccountId('live', customerId),
    document_id: String(documentId),
    kind,
    at: new Date(atMs).toISOString(),
  };
  const content = { type: 'document.uploaded', data } as const;
  const key = `document:${documentId}:uploaded`;
  await writeEvent(deps, tx, { customerId, environment: 'live', key, content });
}

/** The event names no person: whoever may read the message reads it in the back office. */
async function writeMessage(
  deps: Deps,
  tx: Kysely<object>,
  { id, form, atMs }: Message,
): Promise<void> {
  const source = form === null ? 'contact-message' : 'form-entry';
  const data = { message_id: String(id), source, form, at: new Date(atMs).toISOString() };
  const content = { type: 'message.received', data } as const;
  const key = `${source}:${id}`;
  await writeEvent(deps, tx, { customerId: null, environment: 'live', key, content });
}

import type { User } from '@halyard/contract/accounts';
import {
  DOCUMENT_BYTES_MAX,
  DOCUMENT_STATUS,
  DocumentState,
  EXPIRY_NOTICE_DAYS,
  type DocumentKind,
} from '@halyard/contract/documents';
import { DAY_MS } from '@halyard/core/time';

type DocumentField = 'doc_passport' | 'doc_address' | 'doc_funding_front' | 'doc_funding_back';

const FIELDS = {
  passport: 'doc_passport',
  address: 'doc_address',
  'funding-front': 'doc_funding_front',
  'funding-back': 'doc_funding_back',
} as const satisfies Record<DocumentKind, DocumentField>;

/** The permitted file names, because a browser may not know the file's type. */
const NAME_PATTERN = /\.(jpe?g|pdf)$/i;

/** Returns the state of a document; undefined while nothing is uploaded. */
export function findDocumentState(
  user: Pick<User, DocumentField>,
  kind: DocumentKind,
): DocumentState | undefined {
  const text = user[FIELDS[kind]];
  return text === null ? undefined : DocumentState.safeParse(parseJson(text)).data;
}

/** Returns whether a file can be uploaded: there is none, or it was rejected, or it expires soon. */
export function canUpload(state: DocumentState | undefined, nowMs: number): boolean {
  return state === undefined || state.status === 3 || findExpiry(state, nowMs) !== undefined;
}

/** Returns whether an approved document has expired, or expires within 30 days. */
export function findExpiry(
  { status, expires_on: day }: DocumentState,
  nowMs: number,
): 'due' | 'expired' | undefined {
  if (status !== DOCUMENT_STATUS.approved || day === undefined) return undefined;
  if (day < isoDay(nowMs)) return 'expired';
  return day <= isoDay(nowMs + EXPIRY_NOTICE_DAYS * DAY_MS) ? 'due' : undefined;
}

function isoDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** Returns why a file must not be uploaded. */
export function fileProblem(file: Pick<File, 'name' | 'size'>): 'type' | 'size' | undefined {
  if (!NAME_PATTERN.test(file.name)) return 'type';
  return file.size > DOCUMENT_BYTES_MAX ? 'size' : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

import type { User } from '@halyard/contract/accounts';
import { DOCUMENT_BYTES_MAX, DocumentState, type DocumentKind } from '@halyard/contract/documents';

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

/** Returns whether a file can be uploaded: there is none, or it was rejected. */
export function canUpload(state: DocumentState | undefined): boolean {
  return state === undefined || state.status === 3;
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

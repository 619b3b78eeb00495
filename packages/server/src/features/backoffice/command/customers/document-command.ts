import { documents, viewDocument } from '@halyard/contract/backoffice/documents';
import { Day } from '@halyard/contract/wire';
import { rejectionText } from '@halyard/contract/rejections';
import * as z from 'zod/mini';
import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { StoredDocument } from '#features/documents/documents.ts';
import { EXIT } from '#platform/operator/operator.ts';
import type { ExitCode } from '#platform/operator/operator.ts';
import { actionRoles } from '../action-roles.ts';
import { findNamedCustomer } from '../find-named-customer.ts';
import { isStaff, readProfileVersion, VERSION_MISSING } from './read-profile-version.ts';
import type {
  OperatorCommand,
  CommandCall,
  OperatorCommandDeps,
} from '#features/backoffice/operator-command.ts';

type Deps = Pick<OperatorCommandDeps, 'customers' | 'documents'>;

const LIST_MAX = 100;
const NOTE_LENGTH_MAX = 500;
const NOTE_OPTION = '--note=';
const EXPIRES_OPTION = '--expires=';
const ExpiresOn = Day('2031-05-17');
const PRIVATE_FILE = 0o600;
const ID = /^[1-9]\d{0,15}$/;

export const documentCommand: OperatorCommand = {
  name: 'document',
  usage: [
    'document list [EMAIL|ID]',
    'document show DOCUMENT FILE',
    'document approve DOCUMENT [--expires=DAY] [--profile=VERSION]',
    'document reject DOCUMENT --note=WHY',
  ],
  summary:
    'Lists documents that wait, or all of a customer; writes one to a new file; judges one. Reading is on record.',
  rolesFor: ([action]) => (action === 'show' ? viewDocument.roles : actionRoles(documents, action)),
  run: async (deps, call) => {
    const { version, words: given } = readProfileVersion(call.words);
    const { expiresOn, words } = readExpiry(given);
    if (expiresOn === 'unfit') return 'usage';
    const notes = words.filter((word) => word.startsWith(NOTE_OPTION));
    const [action, name, path, ...rest] = words.filter((word) => !word.startsWith(NOTE_OPTION));
    const note = (notes[0] ?? NOTE_OPTION).slice(NOTE_OPTION.length).trim();
    const isNoteWanted = action === 'reject';
    const isNoteFit = isNoteWanted ? isNote(note) && notes.length === 1 : notes.length === 0;
    const isOfApproval = version !== undefined || expiresOn !== undefined;
    if (isOfApproval && action !== 'approve') return 'usage';
    if (rest.length > 0 || !isNoteFit || (path !== undefined) !== (action === 'show')) {
      return 'usage';
    }
    if (action === 'list') return await list(deps, call, name);
    if (name === undefined || !ID.test(name)) return 'usage';
    const document = await deps.documents.find(Number(name));
    if (document === undefined) {
      call.print(`There is no document ${name}.`);
      return EXIT.failed;
    }
    if (action === 'show' && path !== undefined) return await show(deps, call, { document, path });
    if (action === 'approve') return await approve(deps, call, { document, version, expiresOn });
    if (action === 'reject') return await judge(deps, call, { document, status: 'rejected', note });
    return 'usage';
  },
};

/** Returns the day of the option, and the other words. */
function readExpiry(given: readonly string[]): {
  readonly expiresOn: string | undefined;
  readonly words: readonly string[];
} {
  const options = given.filter((word) => word.startsWith(EXPIRES_OPTION));
  const words = given.filter((word) => !word.startsWith(EXPIRES_OPTION));
  const [option] = options;
  if (option === undefined) return { expiresOn: undefined, words };
  const read = z.safeParse(ExpiresOn, option.slice(EXPIRES_OPTION.length));
  return { expiresOn: read.success && options.length === 1 ? read.data : 'unfit', words };
}

function isNote(note: string): boolean {
  return note !== '' && note.length <= NOTE_LENGTH_MAX && !/\p{Cc}/u.test(note);
}

async function list(deps: Deps, call: CommandCall, name: string | undefined): Promise<ExitCode> {
  const customer =
    name === undefined ? undefined : await findNamedCustomer(deps.customers, name, call.print);
  if (name !== undefined && customer === undefined) return EXIT.failed;
  const documents = await deps.documents.list({ customerId: customer?.id, limit: LIST_MAX });
  for (const document of documents) call.print(describe(document));
  if (documents.length === 0)
    call.print(name === undefined ? 'No document waits.' : 'There is none.');
  if (documents.length === LIST_MAX) call.print(`These are the first ${LIST_MAX}.`);
  return EXIT.done;
}

function describe(document: StoredDocument): string {
  const uploaded = new Date(document.uploadedAtMs).toISOString();
  const size = `${Math.ceil(document.bytes / 1024)} KB`;
  return [
    document.id,
    `customer ${document.customerId}`,
    document.kind,
    document.status,
    `${document.format}, ${size}`,
    uploaded,
    document.note,
  ]
    .join('  ')
    .trimEnd();
}

/**
 * Writes a document to a file. The file is created first, so that no access is recorded if that
 * fails; an existing file is not overwritten.
 */
async function show(
  deps: Deps,
  call: CommandCall,
  { document, path }: { readonly document: StoredDocument; readonly path: string },
): Promise<ExitCode> {
  const target = resolve(call.directory, path);
  const file = await open(target, 'wx', PRIVATE_FILE).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    call.print(`${target} cannot be made: ${code}.`);
    return undefined;
  });
  if (file === undefined) return EXIT.failed;
  try {
    await file.writeFile(await deps.documents.read(document, call.actor));
  } finally {
    await file.close();
  }
  call.print(`Written to ${target}. Remove it when you have seen it.`);
  return EXIT.done;
}

async function approve(
  deps: Deps,
  call: CommandCall,
  wanted: Pick<Wanted, 'document' | 'version' | 'expiresOn'>,
): Promise<ExitCode> {
  if (wanted.version === undefined && isStaff(call.actor)) {
    call.print(VERSION_MISSING);
    return EXIT.usage;
  }
  return await judge(deps, call, { ...wanted, status: 'approved', note: '' });
}

type Wanted = {
  readonly document: StoredDocument;
  readonly status: 'approved' | 'rejected';
  readonly note: string;
  readonly version?: string | undefined;
  readonly expiresOn?: string | undefined;
};

async function judge(deps: Deps, call: CommandCall, wanted: Wanted): Promise<ExitCode> {
  const { document, status, note, version: profileVersion, expiresOn } = wanted;
  const { id } = document;
  const { actor } = call;
  const judged = await deps.documents.judge({ id, status, note, profileVersion, actor, expiresOn });
  if (judged.kind === 'judged') {
    call.print(`Document ${document.id}, ${document.kind}, is ${status}.`);
    return EXIT.done;
  }
  if (judged.kind === 'profile-changed') {
    call.print(rejectionText({ code: judged.kind }));
    return EXIT.failed;
  }
  if (judged.kind === 'expiry-unfit') {
    call.print(
      judged.problem === 'past'
        ? 'The document has expired: reject it instead.'
        : 'An identity document needs the day until which it is valid: --expires=2031-05-17.',
    );
    return EXIT.failed;
  }
  if (judged.kind === 'not-viewed') {
    call.print(`You have not opened document ${document.id}: "document show" it first.`);
    return EXIT.failed;
  }
  call.print(`Document ${document.id} was judged before: ${document.status}.`);
  return EXIT.failed;
}

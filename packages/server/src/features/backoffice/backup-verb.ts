import { resolve } from 'node:path';
import { lendCopy } from '#features/backups/backups.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import { DirectoryInUse } from '#platform/db/db.ts';
import { EXIT } from '#platform/operator/operator.ts';
import type { Verb } from './verb.ts';

/** The server's part; the command itself reads and writes, so that nobody's order waits for it. */
export const backupVerb: Verb = {
  name: 'backup',
  usage: ['backup FILE [--passphrase-file=PATH]'],
  summary:
    'Writes database, documents and keys as they are now into a new file, sealed under a passphrase.',
  run: async (deps, call) => {
    const [file, ...rest] = call.words;
    if (file === undefined || rest.length > 0) return 'usage';
    await recordAudit(deps.db.kysely, deps.clock.nowMs(), {
      actor: call.actor,
      action: 'backup.make',
      subject: 'installation',
      after: { path: resolve(call.directory, file) },
    });
    try {
      await lendCopy(deps.db, deps.files.root);
      return EXIT.done;
    } catch (error) {
      if (!(error instanceof DirectoryInUse)) throw error;
      call.print('Another backup is being made. Wait until it has ended.');
      return EXIT.failed;
    }
  },
};

export const restoreVerb: Verb = {
  name: 'restore',
  usage: ['restore FILE [--check] [--passphrase-file=PATH]'],
  summary:
    'Fills an empty DATA_DIR and an empty database with a backup, while no server runs there. ' +
    '--check only proves the file.',
  run: async (_deps, call) => {
    call.print('A server runs on this DATA_DIR: a backup is restored into an empty one.');
    return await Promise.resolve(EXIT.failed);
  },
};

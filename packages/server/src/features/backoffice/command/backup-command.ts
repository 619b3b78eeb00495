import { resolve } from 'node:path';
import { recordAudit } from '#platform/audit/audit.ts';
import { EXIT } from '#platform/operator/operator.ts';
import type { OperatorCommand } from '../operator-command.ts';

/** The server's part of a backup: the audit entry. The command itself reads and writes the data. */
export const backupCommand: OperatorCommand = {
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
    return EXIT.done;
  },
};

export const restoreCommand: OperatorCommand = {
  name: 'restore',
  usage: ['restore FILE [--check] [--passphrase-file=PATH]'],
  summary:
    'Fills an empty DATA_DIR and an empty database with a backup, while no server runs there. ' +
    '--check only proves the file.',
  run: async (_deps, call) => {
    call.print('A server uses this DATA_DIR. Restore a backup into an empty one.');
    return await Promise.resolve(EXIT.failed);
  },
};

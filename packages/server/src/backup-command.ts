// `halyard backup` and `halyard restore`: the part of the operator's command that works without the
// server. The server is notified of a backup, which reads its database concurrently.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { backupCommand, restoreCommand, usageLines } from '#features/backoffice/backoffice.ts';
import { checkBackup, makeBackup, restoreBackup } from '#features/backups/backups.ts';
import type { BackupContents } from '#features/backups/backups.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import { systemClock } from '#platform/clock/clock.ts';
import { EMBEDDED_FOLDER, hasCluster, openDatabase } from '#platform/db/db.ts';
import type { Database } from '#platform/db/db.ts';
import { operatorCommand } from '#platform/launch/launch.ts';
import { EXIT } from '#platform/operator/operator.ts';
import type { ExitCode, OperatorAnswer } from '#platform/operator/operator.ts';
import { readPassphrase } from './read-passphrase.ts';
import type { PassphraseSource } from './read-passphrase.ts';
import type { Settings } from './settings.ts';

export type BackupCommand = {
  readonly words: readonly string[];
  readonly settings: Settings;
  readonly environment: PassphraseSource['environment'];
  /** The working directory of the command: paths are relative to it. */
  readonly directory: string;
  readonly user: string;
  readonly signal: AbortSignal;
  /** Sends a command to the server, if one runs. */
  readonly callServer: (words: readonly string[]) => Promise<OperatorAnswer>;
  readonly print: (line: string) => void;
  readonly progress: (text: string) => void;
};

type Words = { readonly path: string; readonly isCheck: boolean; readonly passphrase: string };
type Failed = { readonly failed: ExitCode };

const PASSPHRASE_FILE = '--passphrase-file=';
const number = new Intl.NumberFormat('en');

export async function runBackup(command: BackupCommand): Promise<ExitCode | OperatorAnswer> {
  const { settings, print } = command;
  const words = await readWords(command, 'seal');
  if ('failed' in words) return words.failed;
  const { path } = words;
  if (existsSync(path)) {
    print(`${path} already exists: name a new file.`);
    return EXIT.failed;
  }
  const answer = await command.callServer(['backup', path]);
  if (answer.kind !== 'no-server' && (answer.kind !== 'ended' || answer.code !== EXIT.done)) {
    return answer;
  }
  const source = await openSource(command, { path, isServed: answer.kind === 'ended' });
  if ('failed' in source) return source.failed;
  try {
    const job = { ...settings, ...words, db: source.db, nowMs: systemClock.nowMs() };
    const made = await makeBackup(job, command);
    print(
      `${path}: ${number.format(made.rows)} rows, ${number.format(made.files)} files, ` +
        `${number.format(made.bytes)} bytes.`,
    );
    if (made.missingFiles > 0) {
      print(`${number.format(made.missingFiles)} documents of the database are not on this disk.`);
    }
    if (settings.filesS3 !== undefined) {
      print(`The documents are in the bucket ${settings.filesS3.bucket} and not in this backup.`);
    }
    return EXIT.done;
  } finally {
    await source.db.close();
  }
}

export async function runRestore(command: BackupCommand): Promise<ExitCode | OperatorAnswer> {
  const { settings, print, user } = command;
  const words = await readWords(command, 'open');
  if ('failed' in words) return words.failed;
  if (words.isCheck) {
    describe(await checkBackup(words, command)).forEach(print);
    print('All hashes match; the backup was not changed.');
    return EXIT.done;
  }
  const answer = await command.callServer(['restore', words.path]);
  if (answer.kind !== 'no-server') return answer;
  const job = {
    ...settings,
    ...words,
    openDatabase: () => open(command, false),
    actor: `operator:${user}`,
    nowMs: systemClock.nowMs(),
  };
  const restored = await restoreBackup(job, command);
  describe(restored).forEach(print);
  print(restored.wasThere ? 'It had been restored before.' : 'Restored.');
  print(`Verify it with: ${operatorCommand('audit')}`);
  return EXIT.done;
}

function describe({ begin, end }: BackupContents): readonly string[] {
  const rows = end.tables.reduce((sum, table) => sum + table.rows, 0);
  const missing = end.missingFiles === 0 ? '' : `, ${number.format(end.missingFiles)} missing`;
  return [
    `Backup ${begin.id} of ${begin.madeAt}:`,
    `  ${number.format(end.tables.length)} tables with ${number.format(rows)} rows, ` +
      `${number.format(end.files)} files${missing}.`,
  ];
}

async function openSource(
  command: BackupCommand,
  { path, isServed }: { readonly path: string; readonly isServed: boolean },
): Promise<{ readonly db: Database } | Failed> {
  const { settings, print, user } = command;
  const isThere = existsSync(join(settings.dataDir, 'secrets'));
  const isEmbedded = settings.databaseUrl === undefined;
  if (!isThere || (isEmbedded && !hasCluster(join(settings.dataDir, EMBEDDED_FOLDER)))) {
    print(`There is nothing to back up in ${settings.dataDir}. Check DATA_DIR.`);
    return { failed: EXIT.failed };
  }
  const db = await open(command, isServed);
  if (!isServed) {
    await recordAudit(db.kysely, systemClock.nowMs(), {
      actor: `operator:${user}`,
      action: 'backup.make',
      subject: 'installation',
      after: { path },
    });
  }
  return { db };
}

async function open({ settings, print }: BackupCommand, isServed: boolean): Promise<Database> {
  return await openDatabase({
    // Only the owner may build the schema that a backup is restored into.
    url: settings.databaseOwnerUrl ?? settings.databaseUrl,
    directory: join(settings.dataDir, EMBEDDED_FOLDER),
    isServed,
    onError: (error) => print(String(error)),
    // No statement timeout: validating a foreign key over millions of rows takes a while.
    statementTimeoutMs: 0,
  });
}

async function readWords(
  command: BackupCommand,
  purpose: PassphraseSource['purpose'],
): Promise<Words | Failed> {
  const operatorCommand = purpose === 'seal' ? backupCommand : restoreCommand;
  const [, ...words] = command.words;
  const files = words.filter((word) => !word.startsWith('--'));
  const named = words.find((word) => word.startsWith(PASSPHRASE_FILE));
  const isCheck = purpose === 'open' && words.includes('--check');
  const [file] = files;
  const known = files.length + Number(named !== undefined) + Number(isCheck);
  if (file === undefined || files.length > 1 || known !== words.length) {
    usageLines(operatorCommand.name).forEach(command.print);
    return { failed: EXIT.usage };
  }
  const read = await readPassphrase({
    ...command,
    file:
      named === undefined
        ? undefined
        : resolve(command.directory, named.slice(PASSPHRASE_FILE.length)),
    purpose,
  });
  if (read.kind === 'read') {
    return { path: resolve(command.directory, file), isCheck, passphrase: read.passphrase };
  }
  command.print(read.problem);
  return { failed: EXIT.failed };
}

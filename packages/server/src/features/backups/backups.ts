// Backup and restore of the database, documents and keys at one moment, in one encrypted file. Both
// work without the server.
export { checkBackup, restoreBackup } from './restore-backup.ts';
export type { BackupContents } from './restore-backup.ts';
export { makeBackup } from './make-backup.ts';
export { assertRestored } from './target-folder.ts';

// Backup and restore: the database, the documents and the keys as they are at one moment, in one
// sealed file. Both work without the server.
export { checkBackup, restoreBackup } from './restore-backup.ts';
export type { BackupContents } from './restore-backup.ts';
export { makeBackup } from './make-backup.ts';
export { assertRestored } from './target-folder.ts';

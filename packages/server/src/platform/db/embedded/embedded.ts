// The PostgreSQL that the program runs itself where no other is named: its programs, its files, its
// process, and the lock that keeps a second program away.
export { hasCluster } from './cluster-folder.ts';
export { DirectoryInUse, lockDirectory } from './directory-lock.ts';
export { EmbeddedServer } from './embedded-server.ts';
export type { LogLine } from './postmaster.ts';
export { openSocket } from './socket.ts';

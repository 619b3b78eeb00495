// The PostgreSQL that the program runs when none is configured: its programs, files, process, and
// the lock against a second program.
export { hasCluster } from './cluster-folder.ts';
export { DirectoryInUse, lockDirectory } from './directory-lock.ts';
export { EmbeddedServer } from './embedded-server.ts';
export type { LogLine } from './postmaster.ts';
export { openSocket } from './socket.ts';

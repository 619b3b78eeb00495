// Judges what the clients of an installation saw against what its database holds in the end. The
// database numbers all commands of a shard, so that the order is known and each check is linear.
export { checkHistory } from './check-history.ts';
export { HistoryRecorder } from './recorder.ts';
export type { Finding } from './finding.ts';
export type { History, Read, StoredHistory, View, Write, WriteResult } from './history-types.ts';

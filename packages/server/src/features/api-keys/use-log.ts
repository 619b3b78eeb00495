// Counts the uses of keys in memory and writes them every second, so that no request waits for a
// write. A crash loses the counts of the last second.
import { SECOND_MS } from '@halyard/core/time';
import type { Log } from '#platform/log/log.ts';
import { createFlusher } from './flusher.ts';
import type { Flusher } from './flusher.ts';
import type { KeyUse } from './key-use-store.ts';
import { recordUses } from './record-uses.ts';
import type { RecordDeps } from './record-uses.ts';

/** Uses are merged per key and address, so only an attacker with many addresses reaches this. */
const WAITING_MAX = 10_000;

export type UseLog = Flusher & {
  note(use: { readonly keyId: number; readonly ip: string; readonly atMs: number }): void;
};

export function createUseLog(
  deps: RecordDeps & { readonly log: Pick<Log, 'warn' | 'error'> },
): UseLog {
  let waiting = new Map<string, KeyUse>();
  const add = (use: KeyUse): void => {
    const name = `${use.keyId} ${use.ip}`;
    const known = waiting.get(name);
    if (known === undefined && waiting.size >= WAITING_MAX) return;
    const requests = use.requests + (known?.requests ?? 0);
    waiting.set(name, { ...use, requests, atMs: Math.max(use.atMs, known?.atMs ?? 0) });
  };
  const write = async (): Promise<void> => {
    if (waiting.size === 0) return;
    const uses = [...waiting.values()];
    waiting = new Map();
    try {
      await recordUses(deps, uses);
    } catch (error) {
      for (const use of uses) add(use);
      throw error;
    }
  };
  const name = 'the record of API key uses';
  const flusher = createFlusher({ name, intervalMs: SECOND_MS, log: deps.log, write });
  return { ...flusher, note: (use) => add({ ...use, requests: 1 }) };
}

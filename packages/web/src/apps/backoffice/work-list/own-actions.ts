// The records that the member has just acted on, in any tab. Members are not notified of records
// that their own actions move into a queue.
import { staffSession } from '#data/auth/staff.ts';

/** Longer than the time until every tab has read the queues again. */
const FORGOTTEN_AFTER_MS = 120_000;

const actedAtMs = new Map<string, number>();
const channel = typeof BroadcastChannel === 'undefined' ? undefined : openChannel();

staffSession.subscribe(() => actedAtMs.clear());

export function rememberOwnActions(resource: string, ids: readonly (string | number)[]): void {
  const keys = ids.map((id) => `${resource}/${id}`);
  note(keys);
  channel?.postMessage(keys);
}

export function hasActedOn(key: string): boolean {
  const atMs = actedAtMs.get(key);
  return atMs !== undefined && Date.now() - atMs < FORGOTTEN_AFTER_MS;
}

function note(keys: readonly string[]): void {
  const nowMs = Date.now();
  for (const [key, atMs] of actedAtMs) {
    if (nowMs - atMs >= FORGOTTEN_AFTER_MS) actedAtMs.delete(key);
  }
  for (const key of keys) actedAtMs.set(key, nowMs);
}

function openChannel(): BroadcastChannel {
  const opened = new BroadcastChannel('halyard:own-actions');
  opened.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (Array.isArray(data)) note(data.map(String));
  });
  return opened;
}

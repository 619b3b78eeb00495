import { randomUUID } from 'node:crypto';
import {
  EXPORT_PAUSE_HOURS,
  type DataExport,
  type getExport as viewRoute,
} from '@halyard/contract/own-data';
import type { ReplyOf } from '@halyard/contract/route';
import { HOUR_MS, SECOND_MS } from '@halyard/core/time';
import type { Customers } from '#features/customers/customers.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import { isoDay } from '#platform/clock/clock.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { isUniqueViolation } from '#platform/db/db.ts';
import type { Database } from '#platform/db/db.ts';
import { ok, refused } from '#platform/http/http.ts';
import type { Answer, Caller } from '#platform/http/http.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Vault } from '#platform/vault/vault.ts';
import {
  findLatestExport,
  insertExport,
  markFailed,
  UNDER_WAY_CONSTRAINT,
} from './export-store.ts';
import type { StoredExport } from './export-store.ts';
import { EXPORT_SECTIONS } from './make-export.ts';
import { EXPORT_JOB } from './run-export.ts';

const PAUSE_MS = EXPORT_PAUSE_HOURS * HOUR_MS;
/**
 * When an export without progress counts as failed: far longer than all attempts together, so its
 * program died during the last one.
 */
const STALE_AFTER_MS = HOUR_MS;

export type RequestExportDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly vault: Vault;
  readonly customers: Pick<Customers, 'checkCredentialChange'>;
};

type View = ReplyOf<typeof viewRoute>;

/** Returns the latest export's status, and when the next can be requested. */
export async function viewExport(
  { db, clock }: Pick<RequestExportDeps, 'db' | 'clock'>,
  customerId: number,
): Promise<View> {
  const latest = await findLatestExport(db.kysely, customerId);
  const nowMs = clock.nowMs();
  const nextMs = latest === undefined ? 0 : nextRequestMs(latest);
  return {
    export: latest === undefined ? null : toWire(latest, nowMs),
    next_at: nextMs > nowMs ? new Date(nextMs).toISOString() : null,
  };
}

/** Starts a job that collects all data; one at a time and rarely, because it reads much. */
export async function requestExport(
  deps: RequestExportDeps,
  request: { readonly caller: Caller; readonly ip: string; readonly code: string | undefined },
): Promise<Answer<View>> {
  const { caller, ip, code } = request;
  const rejection = await deps.customers.checkCredentialChange(caller, { ip, code });
  if (rejection !== undefined) return refused(rejection);
  const { subjectId: customerId } = caller;
  const nowMs = deps.clock.nowMs();
  const latest = await findLatestExport(deps.db.kysely, customerId);
  if (latest !== undefined && isUnderWay(latest)) {
    if (!isStale(latest, nowMs)) return refused({ code: 'export-under-way' });
    await markFailed(deps.db.kysely, latest.id);
  }
  const waitMs = latest === undefined ? 0 : nextRequestMs(latest) - nowMs;
  if (waitMs > 0) {
    const until = new Date(nowMs + waitMs).toISOString();
    const retryAfterSeconds = Math.ceil(waitMs / SECOND_MS);
    return refused({ code: 'export-too-soon', facts: { until, retryAfterSeconds } });
  }
  const isBegun = await begin(deps, customerId, nowMs);
  if (!isBegun) return refused({ code: 'export-under-way' });
  return ok(await viewExport(deps, customerId));
}

async function begin(
  { db, jobs, vault }: RequestExportDeps,
  customerId: number,
  requestedAtMs: number,
): Promise<boolean> {
  const id = randomUUID();
  const keyName = vault.currentKeyName();
  try {
    await db.kysely.transaction().execute(async (tx) => {
      const wanted = { id, customerId, requestedAtMs, sections: EXPORT_SECTIONS, keyName };
      await insertExport(tx, wanted);
      await jobs.enqueue(tx, { kind: EXPORT_JOB, key: id, payload: { id } });
      const subject = `customer:${customerId}`;
      await recordAudit(tx, requestedAtMs, { actor: subject, action: 'data.export', subject });
    });
    return true;
  } catch (error) {
    // Of two concurrent requests, the other one was stored.
    if (!isUniqueViolation(error, UNDER_WAY_CONSTRAINT)) throw error;
    return false;
  }
}

/** Returns when the next export can be requested; after a failure at once. */
function nextRequestMs({ state, requestedAtMs }: StoredExport): number {
  return state === 'ready' || state === 'erased' ? requestedAtMs + PAUSE_MS : 0;
}

function isUnderWay({ state }: StoredExport): boolean {
  return state === 'waiting' || state === 'making';
}

function isStale({ requestedAtMs }: StoredExport, nowMs: number): boolean {
  return nowMs - requestedAtMs > STALE_AFTER_MS;
}

function toWire(stored: StoredExport, nowMs: number): DataExport {
  const { state, expiresAtMs } = stored;
  const isOver = state === 'ready' && expiresAtMs !== null && expiresAtMs <= nowMs;
  const isLost = isUnderWay(stored) && isStale(stored, nowMs);
  const day = isoDay(stored.requestedAtMs);
  return {
    id: stored.id,
    state: isOver ? 'erased' : isLost ? 'failed' : state,
    percent: Math.floor((100 * stored.sectionsDone) / stored.sections),
    requested_at: toInstant(stored.requestedAtMs),
    ready_at: stored.readyAtMs === null ? null : toInstant(stored.readyAtMs),
    expires_at: expiresAtMs === null ? null : toInstant(expiresAtMs),
    file_name: `my-data-${day}.zip`,
    bytes: stored.bytes,
    parts: stored.partIds.length,
  };
}

function toInstant(atMs: number): string {
  return new Date(atMs).toISOString();
}

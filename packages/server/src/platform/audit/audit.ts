// Who did what to whom, and why. Append only: the table refuses update and delete, and each row
// carries a hash over itself and the row before, so a missing or changed row shows.
import type { Kysely } from 'kysely';

export type AuditEvent = {
  /** 'customer:17', 'staff:2', 'operator:root', 'system'. */
  readonly actor: string;
  /** 'account.block', 'session.start', … */
  readonly action: string;
  /** What it was done to: 'customer:17', 'installation'. */
  readonly subject: string;
  readonly reason?: string;
  /** What changed, without secrets. */
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
};

/** Writes in the caller's transaction: the deed and its record are committed together. */
export declare function recordAudit(
  db: Kysely<object>,
  atMs: number,
  event: AuditEvent,
): Promise<void>;

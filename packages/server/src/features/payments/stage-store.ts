// The history of a transaction: who changed it, when and why.
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { stageOf } from './stage.ts';
import type { Transaction } from './transaction.ts';

/** Who changed a transaction, when and why. */
export type StageEntry = {
  readonly atMs: number;
  readonly actor: string;
  readonly note?: string | undefined;
  /** The evidence of the stage, without secrets. */
  readonly evidence?: Readonly<Record<string, unknown>> | undefined;
};

export async function addStage(
  db: Kysely<object>,
  transaction: Transaction,
  entry: StageEntry,
): Promise<void> {
  const evidence = entry.evidence === undefined ? null : JSON.stringify(entry.evidence);
  await sql`
    insert into transaction_stages (transaction_id, line, at, stage, status, actor, note, evidence)
    select ${transaction.id}, coalesce(max(line), 0) + 1, ${new Date(entry.atMs)}::timestamptz,
      ${stageOf(transaction)}, ${transaction.status}, ${entry.actor}, ${entry.note ?? null},
      ${evidence}::jsonb
    from transaction_stages where transaction_id = ${transaction.id}`.execute(db);
}

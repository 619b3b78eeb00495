// Who is mailed about which queues, and up to which record they were.
import type { WorkQueueName } from '@halyard/contract/backoffice/desk/work-queue-names';
import { sql } from 'kysely';
import type { Kysely, Selectable } from 'kysely';
import type { MailLanguage } from '#features/staff/staff.ts';
import type { Narrow } from '#platform/db/db.ts';

type MailTables = {
  work_mails: Narrow<'work_mails', { queues: WorkQueueName[]; language: MailLanguage }>;
};
export type WorkMailRow = Selectable<MailTables['work_mails']>;

/** The operator's address, which nobody has to choose. */
export const OPERATOR = 'operator';
/** As many members as the list of staff shows. */
const RECIPIENTS_MAX = 500;

/** Returns the members who chose queues. */
export async function listChoosers(db: Kysely<object>): Promise<readonly WorkMailRow[]> {
  return await tables(db)
    .selectFrom('work_mails')
    .selectAll()
    .where('queues', '!=', sql<WorkQueueName[]>`'{}'`)
    .orderBy('recipient')
    .limit(RECIPIENTS_MAX)
    .execute();
}

export async function findRecipient(
  db: Kysely<object>,
  recipient: string,
): Promise<WorkMailRow | undefined> {
  return await tables(db)
    .selectFrom('work_mails')
    .selectAll()
    .where('recipient', '=', recipient)
    .executeTakeFirst();
}

/** Like `findRecipient`, locked until the transaction ends. */
export async function holdRecipient(
  tx: Kysely<object>,
  recipient: string,
): Promise<WorkMailRow | undefined> {
  return await tables(tx)
    .selectFrom('work_mails')
    .selectAll()
    .where('recipient', '=', recipient)
    .forUpdate()
    .executeTakeFirst();
}

/** Adds the operator, who is not mailed about what waits already. */
export async function insertOperator(tx: Kysely<object>, reportedUntil: number): Promise<void> {
  await tables(tx)
    .insertInto('work_mails')
    .values({ recipient: OPERATOR, reported_until: reportedUntil })
    .onConflict((conflict) => conflict.column('recipient').doNothing())
    .execute();
}

export async function putChoice(
  tx: Kysely<object>,
  { recipient, ...choice }: Omit<WorkMailRow, 'mailed_at'>,
): Promise<void> {
  await tables(tx)
    .insertInto('work_mails')
    .values({ recipient, ...choice })
    .onConflict((conflict) => conflict.column('recipient').doUpdateSet(choice))
    .execute();
}

export async function setReported(
  tx: Kysely<object>,
  recipient: string,
  reported: Pick<WorkMailRow, 'reported_until' | 'mailed_at'>,
): Promise<void> {
  await tables(tx)
    .updateTable('work_mails')
    .set(reported)
    .where('recipient', '=', recipient)
    .execute();
}

function tables(db: Kysely<object>) {
  return db.withTables<MailTables>();
}

// Mails to staff about records that begin to wait. Every look at the queues and every mail with its
// mark is one transaction, so that a restart neither repeats nor loses anything.
import { getWorkMails, saveWorkMails } from '@halyard/contract/backoffice/desk/work-mails';
import { WORK_QUEUE_NAMES } from '@halyard/contract/backoffice/desk/work-queue-names';
import type { WorkQueueName } from '@halyard/contract/backoffice/desk/work-queue-names';
import { mayWorkOnQueue } from '@halyard/contract/backoffice/desk/work-queues';
import { ROLES } from '@halyard/contract/backoffice/roles';
import type { Role } from '@halyard/contract/backoffice/roles';
import { assertPresent } from '@halyard/core/assertion';
import { MINUTE_MS, SECOND_MS } from '@halyard/core/time';
import type { Kysely } from 'kysely';
import type { Notifications } from '#features/notifications/notifications.ts';
import { mailLanguage, parseStaffActor } from '#features/staff/staff.ts';
import type { MailLanguage } from '#features/staff/staff.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import { bind, ok, refused } from '#platform/http/http.ts';
import type { RouteBinding } from '#platform/http/http.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { findRow, maskRow } from '../frame/frame.ts';
import type { OperatorCommandDeps } from '../operator-command.ts';
import { composeWorkMail } from './compose-work-mail.ts';
import type { WorkEntry } from './compose-work-mail.ts';
import {
  findLastNumber,
  holdWorkItems,
  listNewWork,
  updateWorkItems,
  WORK_QUEUES,
} from './work-item-store.ts';
import type { WorkItem } from './work-item-store.ts';
import { WORK_LISTS } from './work-lists.ts';
import {
  findRecipient,
  holdRecipient,
  insertOperator,
  listChoosers,
  OPERATOR,
  putChoice,
  setReported,
} from './work-mail-store.ts';

const LOOKED_EVERY_MS = 30 * SECOND_MS;
/** The minimum time between two mails to one recipient. */
const MAILED_EVERY_MS = 10 * MINUTE_MS;
/** How many records a mail lists; it counts the rest. */
const LISTED_MAX = 20;
/** How many records are read to list so many, because some are the recipient's own. */
const READ_MAX = 200;
/**
 * What the operator's address is mailed about while no member of staff is. It gets mails of its own
 * about messages, deposits to review, shortfalls and linked accounts.
 */
const OPERATOR_QUEUES: readonly WorkQueueName[] = [
  'withdrawals/to-approve',
  'deposits/to-confirm',
  'documents/to-review',
  'approvals/waiting',
];

export type WorkMailDeps = Pick<OperatorCommandDeps, 'db' | 'clock' | 'staff'> & {
  readonly jobs: Pick<Jobs, 'repeat'>;
  readonly notifications: Pick<Notifications, 'notifyOperator' | 'notifyStaff'>;
  /** Returns the base URL of the site, without a trailing slash. */
  readonly findSiteUrl: () => string;
  readonly settings: {
    readonly backofficeUrl: string | undefined;
    readonly operatorEmail: string | undefined;
  };
};

type Recipient = {
  readonly name: string;
  /** Undefined: the operator's address. */
  readonly member: { readonly id: number; readonly email: string } | undefined;
  readonly roles: readonly Role[];
  readonly language: MailLanguage;
  readonly queues: readonly WorkQueueName[];
};

export function workMailRoutes(
  deps: Pick<WorkMailDeps, 'db' | 'clock' | 'staff'>,
): readonly RouteBinding[] {
  const { db, clock, staff } = deps;
  return [
    bind(getWorkMails, async ({ caller }) => {
      const offered = queuesFor(caller.roles ?? []);
      const chosen = await listMailedQueues(db.kysely, caller.subjectId);
      const member = assertPresent(await staff.find({ id: caller.subjectId }), 'a caller exists');
      return ok({
        offered: [...offered],
        chosen: chosen.filter((name) => offered.includes(name)),
        email: member.email,
      });
    }),
    bind(saveWorkMails, async ({ caller, body, acceptLanguage }) => {
      const offered = queuesFor(caller.roles ?? []);
      if (!body.queues.every((name) => offered.includes(name))) {
        return refused({ code: 'forbidden' });
      }
      const queues = offered.filter((name) => body.queues.includes(name));
      const recipient = `staff:${caller.subjectId}`;
      await db.kysely.transaction().execute(async (tx) => {
        await holdWorkItems(tx);
        const before = await holdRecipient(tx, recipient);
        const isFirst = before === undefined || before.queues.length === 0;
        // What waits already is not new to somebody who begins to be mailed.
        if (isFirst) await updateWorkItems(tx);
        const reportedUntil = isFirst ? await findLastNumber(tx) : before.reported_until;
        const language = mailLanguage(acceptLanguage);
        await putChoice(tx, { recipient, queues, language, reported_until: reportedUntil });
        await recordAudit(tx, clock.nowMs(), {
          actor: recipient,
          action: 'work.choose-mails',
          subject: recipient,
          before: { queues: before?.queues ?? [] },
          after: { queues },
        });
      });
      return ok({});
    }),
  ];
}

/** Returns the queues that a member chose to be mailed about. */
export async function listMailedQueues(
  db: Kysely<object>,
  staffId: number,
): Promise<readonly WorkQueueName[]> {
  const chosen: readonly string[] = (await findRecipient(db, `staff:${staffId}`))?.queues ?? [];
  // Another release can have had other queues.
  return WORK_QUEUE_NAMES.filter((name) => chosen.includes(name));
}

export function repeatWorkMails(deps: WorkMailDeps): void {
  deps.jobs.repeat({
    kind: 'work.mail',
    everyMs: LOOKED_EVERY_MS,
    run: async (signal) => {
      const recipients = await listRecipients(deps);
      if (recipients.length === 0) return;
      await deps.db.kysely.transaction().execute(async (tx) => {
        await holdWorkItems(tx);
        await updateWorkItems(tx);
        await insertOperator(tx, await findLastNumber(tx));
      });
      const failures: unknown[] = [];
      for (const recipient of recipients) {
        signal.throwIfAborted();
        // One recipient whose mail fails costs no other one theirs.
        await mailNewWork(deps, recipient).catch((error: unknown) => failures.push(error));
      }
      if (failures.length > 0) throw failures[0];
    },
  });
}

/** Returns the members whose roles work on what they chose, and the operator for what is left. */
async function listRecipients({
  db,
  staff,
  settings,
}: WorkMailDeps): Promise<readonly Recipient[]> {
  const recipients: Recipient[] = [];
  for (const { recipient: name, queues, language } of await listChoosers(db.kysely)) {
    const id = parseStaffActor(name);
    const member = id === undefined ? undefined : await staff.find({ id });
    // A session with a first password can only set another password.
    if (member === undefined || member.isDisabled || member.firstPasswordEndMs !== null) continue;
    const { roles } = member;
    const permitted = queuesFor(roles).filter((queue) => queues.includes(queue));
    if (permitted.length > 0) {
      recipients.push({ name, member, roles, language, queues: permitted });
    }
  }
  if (settings.operatorEmail === undefined) return recipients;
  const mailed = new Set(recipients.flatMap(({ queues }) => queues));
  const queues = OPERATOR_QUEUES.filter((queue) => !mailed.has(queue));
  const operator = { name: OPERATOR, member: undefined, roles: ROLES, queues } as const;
  return [...recipients, { ...operator, language: 'en' }];
}

/** Mails what is new to the recipient, unless the last mail is too recent. */
async function mailNewWork(deps: WorkMailDeps, recipient: Recipient): Promise<void> {
  const { db, clock, notifications, settings, findSiteUrl } = deps;
  const { name, member, language, queues } = recipient;
  const nowMs = clock.nowMs();
  await db.kysely.transaction().execute(async (tx) => {
    const mark = await holdRecipient(tx, name);
    if (mark === undefined) return;
    const { mailed_at: mailedAt, reported_until: after } = mark;
    if (mailedAt !== null && nowMs - mailedAt.getTime() < MAILED_EVERY_MS) return;
    // Read first, because a member who chooses mails meanwhile adds records, which the next look lists.
    const until = Math.max(after, await findLastNumber(tx));
    if (until === after) return;
    const wanted = { after, until, queues, staffId: member?.id, limit: READ_MAX };
    const { items, total } = await listNewWork(tx, wanted);
    const { entries, readCount } = await readEntries(tx, recipient, items);
    const isMailed = entries.length > 0;
    const mailed_at = isMailed ? new Date(nowMs) : mailedAt;
    await setReported(tx, name, { reported_until: until, mailed_at });
    if (!isMailed) return;
    const content = composeWorkMail({
      language,
      entries,
      others: total - readCount,
      nowMs,
      officeUrl: settings.backofficeUrl ?? findSiteUrl(),
      isOperator: member === undefined,
    });
    const message = { key: `work:${name}:${until}`, ...content };
    if (member === undefined) await notifications.notifyOperator(tx, message);
    else await notifications.notifyStaff(tx, { to: member.email, ...message });
  });
}

type ReadEntries = {
  readonly entries: readonly WorkEntry[];
  /** How many of the records were read until there were enough entries. */
  readonly readCount: number;
};

/** Returns what the recipient can read of the records, without those that they caused themselves. */
async function readEntries(
  tx: Kysely<object>,
  { name, roles }: Recipient,
  items: readonly WorkItem[],
): Promise<ReadEntries> {
  const entries: WorkEntry[] = [];
  let readCount = 0;
  for (const { queue, record_id: recordId } of items) {
    if (entries.length === LISTED_MAX) break;
    readCount += 1;
    const found = WORK_QUEUES.find((one) => one.name === queue);
    const { shape } = assertPresent(found, 'a listed queue is declared').resource;
    const list = assertPresent(WORK_LISTS[shape.name], 'a queue has a list');
    const row = await findRow(tx, list, recordId);
    if (row === undefined) continue;
    const read = maskRow(shape, row as WorkEntry['row'], roles);
    if (!isCausedBy(name, read)) entries.push({ queue, resource: shape.name, recordId, row: read });
  }
  return { entries, readCount };
}

/** The fields that name who brought a record into its queue. */
const CAUSES = ['first_by', 'requested_by', 'approved_by'];

function isCausedBy(actor: string, row: WorkEntry['row']): boolean {
  return CAUSES.some((field) => {
    const by = row[field];
    return typeof by === 'string' && by.split(/,\s*/).includes(actor);
  });
}

function queuesFor(roles: readonly Role[]): readonly WorkQueueName[] {
  return WORK_QUEUES.filter((queue) => mayWorkOnQueue(queue, roles)).map(({ name }) => name);
}

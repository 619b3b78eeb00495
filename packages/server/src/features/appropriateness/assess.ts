import type { Appropriateness } from '@halyard/contract/appropriateness';
import type { Rejection } from '@halyard/contract/rejections';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@halyard/core/time';
import type { Kysely } from 'kysely';
import { recordAudit } from '#platform/audit/audit.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import {
  insertAttempt,
  isCleared,
  listAttempts,
  lockAttempts,
  saveAcknowledgement,
  saveAnswers,
} from './attempt-store.ts';
import type { Attempt } from './attempt-store.ts';
import { readQuestions, scoreAnswers, VERSION, WARNING } from './questions.ts';
import type { QuestionLanguage } from './questions.ts';

const ATTEMPTS_PER_DAY_MAX = 3;
/** The minimum time for reading the questions. */
const ANSWERED_AFTER_MS = 30 * SECOND_MS;
/** The minimum time for reading a warning. */
const ACKNOWLEDGED_AFTER_MS = MINUTE_MS;

export type AssessDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly settings: { readonly appropriateness: boolean };
};

export async function viewAppropriateness(
  deps: AssessDeps,
  customerId: number,
  language: QuestionLanguage,
): Promise<Appropriateness> {
  const required = deps.settings.appropriateness;
  const cleared = !required || (await isCleared(deps.db.kysely, customerId));
  const [newest] = await listAttempts(deps.db.kysely, customerId, 1);
  const open = newest?.answeredAtMs === null ? newest : undefined;
  const isWarned = !cleared && newest?.hasPassed === false;
  return {
    required,
    cleared,
    version: VERSION,
    attempt:
      open === undefined
        ? null
        : {
            id: open.id,
            questions: readQuestions(language),
            answer_from: toInstant(open.begunAtMs + ANSWERED_AFTER_MS),
          },
    warning: isWarned
      ? {
          attempt: newest.id,
          text: WARNING[language],
          acknowledge_from: toInstant((newest.answeredAtMs ?? 0) + ACKNOWLEDGED_AFTER_MS),
        }
      : null,
  };
}

/** Begins an attempt, or continues the one in progress without restarting its time. */
export async function beginAttempt(
  deps: AssessDeps,
  customerId: number,
): Promise<Rejection | undefined> {
  const nowMs = deps.clock.nowMs();
  return await inTurn(deps, customerId, async (tx) => {
    const attempts = await listAttempts(tx, customerId, ATTEMPTS_PER_DAY_MAX);
    if (attempts[0]?.answeredAtMs === null) return undefined;
    const oldest = attempts[ATTEMPTS_PER_DAY_MAX - 1];
    const waitMs = oldest === undefined ? 0 : oldest.begunAtMs + DAY_MS - nowMs;
    if (waitMs > 0) {
      return { code: 'too-many', facts: { retryAfterSeconds: Math.ceil(waitMs / SECOND_MS) } };
    }
    await insertAttempt(tx, customerId, nowMs);
    return undefined;
  });
}

export async function answerAttempt(
  deps: AssessDeps,
  customerId: number,
  given: { readonly attempt: number; readonly answers: Readonly<Record<string, string>> },
): Promise<Rejection | undefined> {
  const atMs = deps.clock.nowMs();
  return await inTurn(deps, customerId, async (tx) => {
    const newest = await findNewest(tx, customerId, given.attempt);
    if (newest === undefined || newest.answeredAtMs !== null) return { code: 'not-found' };
    const early = tooEarly(newest.begunAtMs + ANSWERED_AFTER_MS - atMs);
    if (early !== undefined) return early;
    const scored = scoreAnswers(given.answers);
    if (scored.kind === 'invalid') return { code: 'invalid', errors: scored.errors };
    const { score, hasPassed } = scored;
    await saveAnswers(tx, newest.id, { answers: given.answers, score, hasPassed, atMs });
    await record(tx, { customerId, atMs, action: 'answer', after: { score, hasPassed } });
    return undefined;
  });
}

export async function acknowledge(
  deps: AssessDeps,
  customerId: number,
  attempt: number,
): Promise<Rejection | undefined> {
  const atMs = deps.clock.nowMs();
  return await inTurn(deps, customerId, async (tx) => {
    const newest = await findNewest(tx, customerId, attempt);
    if (newest?.hasPassed !== false || newest.answeredAtMs === null) return { code: 'not-found' };
    if (newest.acknowledgedAtMs !== null) return undefined;
    const early = tooEarly(newest.answeredAtMs + ACKNOWLEDGED_AFTER_MS - atMs);
    if (early !== undefined) return early;
    await saveAcknowledgement(tx, newest.id, atMs);
    await record(tx, { customerId, atMs, action: 'acknowledge', after: {} });
    return undefined;
  });
}

async function inTurn<Value>(
  deps: AssessDeps,
  customerId: number,
  work: (tx: Kysely<object>) => Promise<Value>,
): Promise<Value> {
  return await deps.db.kysely.transaction().execute(async (tx) => {
    await lockAttempts(tx, customerId);
    return await work(tx);
  });
}

async function findNewest(
  tx: Kysely<object>,
  customerId: number,
  id: number,
): Promise<Attempt | undefined> {
  const [newest] = await listAttempts(tx, customerId, 1);
  return newest?.id === id ? newest : undefined;
}

function tooEarly(waitMs: number): Rejection | undefined {
  if (waitMs <= 0) return undefined;
  return { code: 'too-early', facts: { seconds: Math.ceil(waitMs / SECOND_MS) } };
}

async function record(
  tx: Kysely<object>,
  request: {
    readonly customerId: number;
    readonly atMs: number;
    readonly action: string;
    readonly after: Readonly<Record<string, unknown>>;
  },
): Promise<void> {
  const subject = `customer:${request.customerId}`;
  const after = { ...request.after, version: VERSION };
  const action = `appropriateness.${request.action}`;
  await recordAudit(tx, request.atMs, { actor: subject, action, subject, after });
}

function toInstant(atMs: number): string {
  return new Date(atMs).toISOString();
}

// The appropriateness test before the first position, if the operator requires it
// (APPROPRIATENESS).
import {
  acknowledgeWarning,
  answerAppropriateness,
  beginAppropriateness,
  getAppropriateness,
} from '@halyard/contract/appropriateness';
import type { Kysely } from 'kysely';
import type { Rejection } from '@halyard/contract/rejections';
import { bind, ok, refused } from '#platform/http/http.ts';
import type { RouteBinding } from '#platform/http/http.ts';
import { acknowledge, answerAttempt, beginAttempt, viewAppropriateness } from './assess.ts';
import type { AssessDeps } from './assess.ts';
import { deleteAttempts, isCleared } from './attempt-store.ts';
import type { QuestionLanguage } from './questions.ts';

const KEPT_MAX = 50_000;

export type Appropriateness = {
  readonly routes: readonly RouteBinding[];
  /** Returns why the customer can't open a position yet; undefined if they can. */
  findOpeningRejection(customerId: number): Promise<Rejection | undefined>;
  /** Deletes the answers of a customer whose account is closed. */
  erase(tx: Kysely<object>, customerId: number): Promise<void>;
};

export function createAppropriateness(deps: AssessDeps): Appropriateness {
  // A passed test is cached while the program runs, because the questions change only with it.
  const cleared = new Set<number>();
  const view = async (
    rejection: Rejection | undefined,
    customerId: number,
    language: QuestionLanguage = 'en',
  ) =>
    rejection === undefined
      ? ok(await viewAppropriateness(deps, customerId, language))
      : refused(rejection);
  return {
    routes: [
      bind(getAppropriateness, async ({ body, caller: { subjectId } }) =>
        view(undefined, subjectId, body.lng),
      ),
      bind(beginAppropriateness, async ({ body, caller: { subjectId } }) =>
        view(await beginAttempt(deps, subjectId), subjectId, body.lng),
      ),
      bind(answerAppropriateness, async ({ body, caller: { subjectId } }) =>
        view(await answerAttempt(deps, subjectId, body), subjectId, body.lng),
      ),
      bind(acknowledgeWarning, async ({ body, caller: { subjectId } }) =>
        view(await acknowledge(deps, subjectId, body.attempt), subjectId, body.lng),
      ),
    ],
    erase: deleteAttempts,
    findOpeningRejection: async (customerId) => {
      if (!deps.settings.appropriateness || cleared.has(customerId)) return undefined;
      if (!(await isCleared(deps.db.kysely, customerId))) {
        return { code: 'appropriateness-required' };
      }
      if (cleared.size >= KEPT_MAX) cleared.clear();
      cleared.add(customerId);
      return undefined;
    },
  };
}

// Surveys of an edge: the program with the engine answers them.
import { SECOND_MS } from '@halyard/core/time';
import * as z from 'zod/mini';
import type { Messages } from '#platform/messages/messages.ts';
import type { Dealing } from './survey-dealing.ts';
import type { ScenarioReply } from './read-scenario.ts';
import type { Holdings, HoldingsQuestion, Surveys } from './questions.ts';

const SUBJECTS = {
  dealing: 'surveys.dealing',
  scenario: 'surveys.scenario',
  holdings: 'surveys.holdings',
} as const;
/** A survey visits every account. */
const TIMEOUT_MS = 30 * SECOND_MS;
/** How often it is checked whether the engine serves. */
const CHECK_MS = 250;

const DealingRequest = z.object({ atMs: z.number() });
const ScenarioRequest = z.object({ symbol: z.string(), atMs: z.number() });
const HoldingsRequest = z.object({
  symbol: z.string(),
  action: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('split'), newUnits: z.int(), oldUnits: z.int() }),
    z.object({ kind: z.literal('dividend'), micros: z.int(), decimals: z.int() }),
  ]),
});
const DealingReply = z.looseObject({ at: z.string(), exposure: z.array(z.looseObject({})) });
const ScenarioReplySchema = z.looseObject({ at: z.string(), moves: z.array(z.looseObject({})) });
const HoldingsReply = z.object({
  positions: z.int(),
  notionalCents: z.int(),
  movedCents: z.int(),
});

export function createRemoteSurveys(messages: Pick<Messages, 'request'>): Surveys {
  const timeoutMs = TIMEOUT_MS;
  return {
    dealing: async (atMs) => {
      const how = { schema: DealingReply, timeoutMs };
      return (await messages.request(SUBJECTS.dealing, { atMs }, how)) as unknown as Dealing;
    },
    scenario: async (question) => {
      const how = { schema: ScenarioReplySchema, timeoutMs };
      const reply = await messages.request(SUBJECTS.scenario, question, how);
      return reply as unknown as ScenarioReply;
    },
    holdings: async (question) => {
      const how = { schema: HoldingsReply, timeoutMs };
      return (await messages.request(SUBJECTS.holdings, question, how)) as unknown as Holdings;
    },
  };
}

/**
 * Answers the surveys of edges while the owner of the engine is ready, until the returned function
 * is called.
 */
export function serveSurveys(
  messages: Pick<Messages, 'serve'>,
  surveys: Surveys,
  owner: { readonly isReady: () => boolean },
): () => void {
  let end: (() => void) | undefined;
  // A standby is silent: its answer would let the edge ask the owner again at once.
  const check = (): void => {
    if (owner.isReady()) {
      end ??= serveRequests(messages, surveys);
      return;
    }
    end?.();
    end = undefined;
  };
  check();
  const timer = setInterval(check, CHECK_MS);
  return () => {
    clearInterval(timer);
    end?.();
  };
}

function serveRequests(messages: Pick<Messages, 'serve'>, surveys: Surveys): () => void {
  const dealing = shareRunning(({ atMs }: z.infer<typeof DealingRequest>) => surveys.dealing(atMs));
  const scenario = shareRunning(surveys.scenario);
  const holdings = shareRunning(surveys.holdings);
  const ends = [
    messages.serve(SUBJECTS.dealing, DealingRequest, dealing),
    messages.serve(SUBJECTS.scenario, ScenarioRequest, scenario),
    messages.serve(SUBJECTS.holdings, HoldingsRequest, async (question) =>
      holdings(question as HoldingsQuestion),
    ),
  ];
  return () => {
    for (const one of ends) one();
  };
}

/** A question that is sent again while its survey runs gets the answer of that one. */
function shareRunning<Question, Answer>(
  survey: (question: Question) => Promise<Answer>,
): (question: Question) => Promise<Answer> {
  const running = new Map<string, Promise<Answer>>();
  return async (question) => {
    const key = JSON.stringify(question);
    const answer = running.get(key) ?? survey(question).finally(() => running.delete(key));
    running.set(key, answer);
    return await answer;
  };
}

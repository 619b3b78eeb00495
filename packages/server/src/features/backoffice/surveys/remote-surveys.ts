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

/** Answers the surveys of edges until the returned function is called. */
export function serveSurveys(messages: Pick<Messages, 'serve'>, surveys: Surveys): () => void {
  const ends = [
    messages.serve(SUBJECTS.dealing, DealingRequest, async ({ atMs }) => surveys.dealing(atMs)),
    messages.serve(SUBJECTS.scenario, ScenarioRequest, async (question) =>
      surveys.scenario(question),
    ),
    messages.serve(SUBJECTS.holdings, HoldingsRequest, async (question) =>
      surveys.holdings(question as HoldingsQuestion),
    ),
  ];
  return () => {
    for (const end of ends) end();
  };
}

// The prices in a program that does not run the market. What staff decide is stored in the database,
// and the program with the market then applies what the database says.
import type { Instrument } from '@halyard/core/instrument';
import type { Sessions, SpreadModel } from '@halyard/market';
import { SECOND_MS } from '@halyard/core/time';
import {
  createSymbolTurns,
  haltSymbol,
  resumeSymbol,
  workFrozen,
} from '#features/trading-halts/trading-halts.ts';
import type { HaltControl } from '#features/trading-halts/trading-halts.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import type { Log } from '#platform/log/log.ts';
import type { Messages } from '#platform/messages/messages.ts';
import { Outage } from '#platform/outage/outage.ts';
import type { Prices, PricesStatus } from '../prices-interface.ts';
import { createSymbolTerms } from '../symbol-terms.ts';
import {
  AppliedReply,
  CatchUpReply,
  FRAME_SUBJECTS,
  MARKET_SUBJECTS,
  SplitQuotedReply,
  StatusReply,
} from './market-wire.ts';
import type { RemoteMarket } from './remote-market.ts';

const TIMEOUT_MS = 5 * SECOND_MS;
/** How often another leader may follow while it is asked. */
const LEADERS_MAX = 5;

export type RemotePricesOptions = {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly messages: Pick<Messages, 'request'>;
  readonly market: Pick<RemoteMarket, 'isReal' | 'refresh'>;
  readonly instruments: readonly Instrument[];
  readonly sessions: Sessions;
  readonly spreads: ReadonlyMap<string, SpreadModel>;
};

export async function createRemotePrices(options: RemotePricesOptions): Promise<Prices> {
  const { db, clock, messages } = options;
  const ask = async (subject: string, payload: object = {}): Promise<void> => {
    await applyEverywhere(messages, subject, payload);
  };
  const market = createHaltControl(messages, async () => {
    await ask(MARKET_SUBJECTS.applyHalts);
    // Whoever asks for the state next sees the new one.
    await options.market.refresh();
  });
  const terms = await createSymbolTerms({ ...options, market: { setTerms: () => undefined } });
  const inTurn = createSymbolTurns(db);
  const now = <What extends object>(what: What) => ({ ...what, atMs: clock.nowMs() });
  return {
    isReal: (symbol) => options.market.isReal(symbol),
    halt: async (halt) => await haltSymbol({ db, market }, now(halt)),
    resume: async (halt) =>
      await inTurn(halt.symbol, async () => await resumeSymbol({ db, market }, now(halt))),
    whileFrozen: async (symbol, work) =>
      await inTurn(symbol, async () => await workFrozen({ db, market }, symbol, work)),
    showSplit: async (symbol) => {
      await ask(MARKET_SUBJECTS.showSplit, { symbol });
      await options.market.refresh();
    },
    status: async () => {
      const how = { schema: StatusReply, timeoutMs: TIMEOUT_MS };
      const status = await messages.request(MARKET_SUBJECTS.status, {}, how);
      return status as unknown as PricesStatus;
    },
    terms: {
      ...terms,
      set: async (wanted) => {
        const outcome = await terms.set(wanted);
        if (outcome.kind === 'set') await ask(MARKET_SUBJECTS.applyTerms);
        return outcome;
      },
    },
    close: terms.close,
  };
}

/**
 * Has the market apply something, and resolves when the engine has it, too: no later order is judged
 * by what was before. Throws an Outage.
 */
async function applyEverywhere(
  messages: Pick<Messages, 'request'>,
  subject: string,
  payload: object,
): Promise<void> {
  for (let leaders = 0; leaders < LEADERS_MAX; leaders += 1) {
    const how = { schema: AppliedReply, timeoutMs: TIMEOUT_MS };
    const { at } = await messages.request(subject, payload, how);
    if (at === null) return;
    const reach = { schema: CatchUpReply, timeoutMs: TIMEOUT_MS };
    const { isReached } = await messages.request(FRAME_SUBJECTS.catchUp, { at }, reach);
    if (isReached) return;
  }
  throw new Outage('no-lease', 'The leader of the market changes again and again.');
}

function createHaltControl(
  messages: Pick<Messages, 'request'>,
  apply: () => Promise<void>,
): HaltControl {
  return {
    halt: apply,
    resume: apply,
    freeze: apply,
    thaw: apply,
    isSplitQuoted: async (symbol, prices) => {
      const how = { schema: SplitQuotedReply, timeoutMs: TIMEOUT_MS };
      return await messages.request(MARKET_SUBJECTS.splitQuoted, { symbol, prices }, how);
    },
  };
}

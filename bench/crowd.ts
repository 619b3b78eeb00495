// An engine state with many positions, as after a restart.
import {
  apply,
  createEngineState,
  restoreAccount,
  restorePosition,
  type AccountTerms,
  type EngineState,
} from '@halyard/core/engine';
import {
  CATEGORIES,
  LEVERAGES,
  listLeverages,
  orderPrice,
  points,
  stopOutPrice,
  type Instrument,
  type Quote,
} from '@halyard/core/instrument';
import { cents } from '@halyard/core/money';
import { profitAt, type AccountId, type Position } from '@halyard/core/position';
import { START_MS, startBidPoints } from './walk.ts';

const RULES = { regime: 'eu-retail', marginCloseOutPercent: 50, openPositionsMax: 200 } as const;

const TERMS: AccountTerms = {
  status: 'active',
  isVerified: true,
  clientCategory: 'retail',
  hasGuaranteedStop: false,
  permittedCategories: CATEGORIES,
  leverageIndexes: Object.fromEntries(
    CATEGORIES.map((category) => [category, LEVERAGES.map((_, index) => index)]),
  ),
};

export type Crowd = {
  readonly instruments: readonly Instrument[];
  readonly accounts: number;
  /**
   * The positions of an account; each has another symbol, unless there are more positions than
   * symbols.
   */
  readonly positionsPerAccount: number;
  /** The bounds between which the margin levels of the accounts are evenly distributed. */
  readonly levelPercent: { readonly least: number; readonly most: number };
  readonly leverageMin: number;
  /** The share of the distance to the stop-out price that the positions have already lost. */
  readonly lostShare: number;
  readonly random: () => number;
};

/**
 * Returns accounts with positions, all of which have stop and target. Every symbol is live and has
 * no quote yet.
 */
export function createCrowd(crowd: Crowd): EngineState {
  const { instruments, accounts, levelPercent, random } = crowd;
  const state = createEngineState({ rules: RULES, instruments, nextPositionId: 1 });
  const positions: Position[] = [];
  for (let id = 1; id <= accounts; id += 1) {
    const own = createPositions(crowd, id);
    let cashCents = 0;
    const percent = levelPercent.least + random() * (levelPercent.most - levelPercent.least);
    for (const { position, instrument } of own) {
      const profit = profitAt(position, quoteOf(instrument, startBidPoints(instrument)));
      cashCents += Math.round((position.amountCents * percent) / 100) - profit;
      positions.push(position);
    }
    restoreAccount(state, { id, terms: TERMS, cashCents: cents(cashCents), creditCents: cents(0) });
  }
  // Shuffles the positions, because those of one account were opened at different times and have
  // distant ids.
  shuffle(positions, random);
  positions.forEach((position, index) => restorePosition(state, { ...position, id: index + 1 }));
  for (const { symbol } of instruments) {
    apply(state, { kind: 'symbol-state-set', symbol, state: 'live', closesAtMs: null });
  }
  return state;
}

function createPositions(
  { instruments, positionsPerAccount, leverageMin, lostShare, random }: Crowd,
  accountId: AccountId,
): readonly { readonly position: Position; readonly instrument: Instrument }[] {
  const first = Math.floor(random() * instruments.length);
  return Array.from({ length: positionsPerAccount }, (_, count) => {
    // 13 and the 63 symbols have no common divisor, so that an account gets each symbol at most
    // once.
    const instrument = instruments[(first + count * 13) % instruments.length];
    if (instrument === undefined) throw new Error('an instrument');
    const leverages = listLeverages(instrument, RULES.regime, 'retail').filter(
      (value) => value >= leverageMin,
    );
    const leverage = leverages[Math.floor(random() * leverages.length)] ?? 1;
    const options = { accountId, instrument, leverage, lostShare, random };
    return { instrument, position: createPosition(options) };
  });
}

/**
 * Returns a position with a stop at 60 to 90 % of the distance to the stop-out price, and a target
 * as far on the other side.
 */
function createPosition(options: {
  readonly accountId: AccountId;
  readonly instrument: Instrument;
  readonly leverage: number;
  readonly lostShare: number;
  readonly random: () => number;
}): Position {
  const { accountId, instrument, leverage, lostShare, random } = options;
  const direction = random() < 0.5 ? 'buy' : 'sell';
  const sign = direction === 'buy' ? 1 : -1;
  const lost = lostShare / leverage + (random() - 0.5) / 500;
  const openQuote = quoteOf(instrument, Math.round(startBidPoints(instrument) * (1 + sign * lost)));
  const openPoints = orderPrice(direction, openQuote);
  const stopOutPoints = stopOutPrice({
    direction,
    openPoints,
    leverage,
    hasGuaranteedStop: false,
  });
  const way = stopOutPoints - openPoints;
  return {
    id: 0,
    accountId,
    symbol: instrument.symbol,
    direction,
    amountCents: cents(10_000 + Math.floor(random() * 100_000)),
    leverage,
    openPoints,
    openedAtMs: START_MS,
    openQuote,
    stopPoints: points(Math.round(openPoints + way * (0.6 + random() * 0.3))),
    targetPoints: points(Math.round(openPoints - way * (0.6 + random() * 0.3))),
    stopOutPoints,
    hasGuaranteedStop: false,
    isAutomatic: false,
  };
}

function quoteOf({ symbol }: Instrument, price: number): Quote {
  return {
    symbol,
    bidPoints: points(price),
    askPoints: points(price),
    sequence: 0,
    source: 'bench',
    sourceAtMs: START_MS,
    receivedAtMs: START_MS,
  };
}

/** Shuffles in place (Fisher-Yates). */
function shuffle(positions: Position[], random: () => number): void {
  for (let last = positions.length - 1; last > 0; last -= 1) {
    const chosen = Math.floor(random() * (last + 1));
    const [moved, other] = [positions[last], positions[chosen]];
    if (moved === undefined || other === undefined) throw new Error('a position');
    positions[last] = other;
    positions[chosen] = moved;
  }
}

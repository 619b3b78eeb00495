// Compares the indexes with a full scan on random markets: at every tick both must close the same
// positions in the same order, for the same reason and at the same price.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { REGIMES, type Regime } from '#instrument/instrument.ts';
import { apply } from './apply.ts';
import type { Command } from './command.ts';
import { decide } from './decide.ts';
import type { Event } from './event.ts';
import { createEngineState } from './rebuild.ts';
import type { EngineState } from './state.ts';
import {
  beginRandomMarket,
  createRandom,
  listRandomInstruments,
  nextRandomCommand,
  type RandomMarket,
} from './testing/random-market.ts';
import { NaiveTrails } from './testing/naive-trails.ts';
import { restarted, StoredMarks } from './testing/restarted.ts';
import { decideTickByScan } from './testing/scan-tick.ts';
import { snapshotOf } from './testing/snapshot.ts';
import { RULES, START_MS } from './testing/test-engine.ts';

const INSTRUMENTS = listRandomInstruments(12);
const ACCOUNTS = 300;
const COMMANDS = 3_000;
const RESTART_AFTER = 500;
/** A market takes a second; some cases occur in half of the markets. */
const MARKETS_MIN = 3;
const MARKETS_MAX = 20;
/** A market in which a case never occurred has not tested it. */
const CASES = [
  'balance protected',
  'closed out',
  'closed out elsewhere',
  'crash',
  'financed',
  'from 100 to 75',
  'from 100 to null',
  'from 75 to 100',
  'from 75 to null',
  'from null to 100',
  'from null to 75',
  'low-margin',
  'manually',
  'protected low-margin',
  'protected manually',
  'protected stop-loss',
  'protected take-profit',
  'stop-loss',
  'take-profit',
  'trailing stop',
];

function emptyState(regime: Regime, nextPositionId: number): EngineState {
  const rules = {
    ...RULES,
    regime,
    openPositionsMax: 12,
    marginWarningPercents: [100, 75],
    // A high rate, so that financing brings accounts to their margin levels.
    financingBpsYear: { forex: { buy: 90_000, sell: 90_000 } },
  };
  return createEngineState({ rules, instruments: INSTRUMENTS, nextPositionId });
}

function createMarket(seed: number, regime: Regime): RandomMarket {
  return {
    state: emptyState(regime, 1),
    symbols: INSTRUMENTS.map(({ symbol }) => symbol),
    accounts: ACCOUNTS,
    random: createRandom(seed),
    marks: new StoredMarks(),
    nowMs: START_MS,
    sequence: 0,
  };
}

function perform(state: EngineState, command: Command): readonly Event[] {
  const decision = decide(state, command);
  if (command.kind === 'accept-tick') expect(decision).toEqual(decideTickByScan(state, command));
  if (decision.kind === 'refused') return [];
  for (const event of decision.events) apply(state, event);
  return decision.events;
}

function emptyOf({ rules, nextPositionId }: EngineState): EngineState {
  return emptyState(rules.regime, nextPositionId);
}

function note(reached: Set<string>, command: Command, events: readonly Event[]): void {
  for (const event of events) {
    if (event.kind === 'funds-posted' && event.posting.kind === 'protection') {
      reached.add('balance protected');
    }
    if (event.kind === 'financing-charged') reached.add('financed');
    if (event.kind === 'margin-level-crossed') {
      reached.add(`from ${event.fromPercent} to ${event.toPercent}`);
    }
    if (event.kind !== 'position-closed') continue;
    const { closingReason, hasGuaranteedStop, closeQuote, closePoints, stopOutPoints, direction } =
      event.position;
    reached.add(closingReason);
    const { trail, stopPoints } = event.position;
    if (trail !== undefined && closingReason === 'stop-loss' && stopPoints === null) {
      reached.add('trailing stop');
    }
    if (hasGuaranteedStop) reached.add(`protected ${closingReason}`);
    const isTerminated =
      direction === 'buy' ? closePoints <= stopOutPoints : closePoints >= stopOutPoints;
    if (closingReason === 'low-margin' && !isTerminated) reached.add('closed out');
    const isTick = command.kind === 'accept-tick';
    if (isTick && closeQuote.symbol !== command.quote.symbol) reached.add('closed out elsewhere');
  }
  if (events.filter(({ kind }) => kind === 'position-closed').length > 10) reached.add('crash');
}

/**
 * Stores the trail marks, as the program does each second; a crash loses the movements since then.
 */
function store(market: RandomMarket): void {
  const events = perform(market.state, { kind: 'record-trails', atMs: market.nowMs });
  for (const event of events) market.marks.note(event);
}

/** The same market continues twice: in the running engine, and in one that has just restarted. */
function expectRestarted(market: RandomMarket, trails: NaiveTrails): void {
  store(market);
  const restart = restarted(market.state, emptyOf(market.state), undefined, market.marks);
  for (let count = 0; count < RESTART_AFTER; count += 1) {
    const command = nextRandomCommand(market);
    const events = perform(market.state, command);
    for (const event of events) market.marks.note(event);
    trails.note(market.state, command, events);
    expect(perform(restart, command)).toEqual(events);
  }
  expect(snapshotOf(restart)).toBe(snapshotOf(market.state));
}

it('closes the same positions as a full scan, in the same order, at the same price', () => {
  const reached = new Set<string>();
  let markets = 0;
  fc.assert(
    fc.property(fc.integer(), fc.constantFrom(...REGIMES), (seed, regime) => {
      if (markets >= MARKETS_MIN && CASES.every((name) => reached.has(name))) return;
      markets += 1;
      const market = createMarket(seed, regime);
      const trails = new NaiveTrails();
      for (const command of beginRandomMarket(market)) perform(market.state, command);
      for (let count = 0; count < COMMANDS; count += 1) {
        const command = nextRandomCommand(market);
        const events = perform(market.state, command);
        note(reached, command, events);
        for (const event of events) market.marks.note(event);
        trails.note(market.state, command, events);
        if (count % RESTART_AFTER !== 0) continue;
        trails.expectAt(market.state);
        expectRestarted(market, trails);
        trails.expectAt(market.state);
        store(market);
        // A third engine has lost some of the quotes, which arrive again gradually.
        const empty = emptyOf(market.state);
        market.state = restarted(market.state, empty, () => market.random() < 0.7, market.marks);
        trails.expectAt(market.state);
      }
    }),
    { numRuns: MARKETS_MAX },
  );
  expect([...reached].toSorted()).toEqual(CASES);
}, 600_000);

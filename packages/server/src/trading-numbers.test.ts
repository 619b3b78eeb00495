// Compares every number in the customers' trading rules that no example computes with its constant,
// default or catalogue value: in the table of numbers, and in the text below it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { CLOSING_SOON_MS, GUARANTEED_DISTANCE_PER_MILLE } from '@halyard/core/engine';
import { CATEGORIES, DIRECTIONS, orderPrice, points } from '@halyard/core/instrument';
import { cents } from '@halyard/core/money';
import { financing, POSITION_AMOUNT_MIN_CENTS } from '@halyard/core/position';
import { MINUTE_MS, SECOND_MS } from '@halyard/core/time';
import { LAG_MAX_MS, loadCatalogue } from '@halyard/market';
import { expect, it } from 'vitest';

import { readSection } from '#features/trading/testing/read-examples.ts';
import { closedBy, createRulesDesk, euros } from '#features/trading/testing/rules-desk.ts';
import { lastNight, PARTS_RATE } from '#features/trading/trading.ts';
import { readSettings } from './settings.ts';
import { toEngineRules } from './trading-settings.ts';

const RULES = join(import.meta.dirname, '../../../docs/operate/trading-rules.md');
const TERMS = join(import.meta.dirname, 'features/content/cms/seed/policies.ts');

type Told = {
  readonly what: string;
  readonly number: string;
  /** The same number as it appears in the text of the other sections. */
  readonly words: readonly string[];
};

function workOut(): readonly Told[] {
  const read = readSettings({});
  const settings = read.kind === 'ok' ? read.settings : expect.fail('the defaults are faulty');
  const rules = toEngineRules(settings);
  const warnings = (rules.marginWarningPercents ?? []).map((percent) => `${percent} %`);
  const closeOut = `${rules.marginCloseOutPercent} %`;
  const positions = String(rules.openPositionsMax);
  const markUp = `${markUpPercent()} %`;
  const least = euros(POSITION_AMOUNT_MIN_CENTS);
  const largest = rangeOf(({ amountMaxCents }) => amountMaxCents)
    .map(euros)
    .join(' to ');
  const ages = rangeOf(({ staleAfterMs }) => staleAfterMs / SECOND_MS).join(' to ');
  const lag = LAG_MAX_MS / SECOND_MS;
  const distance = `${GUARANTEED_DISTANCE_PER_MILLE / 10} %`;
  const still = `${CLOSING_SOON_MS / MINUTE_MS} minutes`;
  const { perSecond, burst } = PARTS_RATE;
  const night = `${nightHour()} in New York`;
  return [
    expectText('mark-up on the price that you open at', markUp, [
      `buy price plus ${markUp}`,
      `sell price less ${markUp}`,
    ]),
    expectText('least amount of a position, and of each part of one', least, [
      `costs its amount, at least ${least},`,
      `may have a least amount above ${least}`,
      `what stays must be at least ${least};`,
    ]),
    expectText('largest amount of a position, by asset', largest, [
      `a largest amount, ${largest},`,
    ]),
    expectText('positions open at a time', positions, [`At most ${positions} positions`]),
    expectText('age up to which a price is young, by asset', `${ages} seconds`, [
      `at most ${ages} seconds old`,
    ]),
    expectText('delay above which a price that reaches us is not used', `${lag} seconds`, [
      `reaches us more than ${lag} seconds late`,
    ]),
    expectText('parts that you can close at once', String(burst), [
      `${burst} parts can be closed at`,
    ]),
    expectText('parts that you can close after these', `${perSecond} a second`, [
      `and ${perSecond} more each second`,
    ]),
    expectText('margin levels below which we warn you', warnings.join(' and '), [
      `${warnings.join(' and at ')} we warn you`,
    ]),
    expectText('margin level below which positions close', closeOut, [
      `or your margin level falls below ${closeOut}`,
      `When your margin level falls below ${closeOut}`,
      `until the level is at ${closeOut} again`,
    ]),
    expectText("least distance of a protected position's stop loss", `${distance} of the price`, [
      `stands at least ${distance} from the price`,
    ]),
    expectText("time before the market closes when protection can't be changed", still, [
      `its market closes within ${still}`,
    ]),
    expectText('time of overnight financing', night, [`open at ${night}`]),
    expectText('one night of € 36,500.00 × leverage 1 at 1 % a year', euros(oneNight()), [
      '÷ 36,500.',
    ]),
  ];
}

function expectText(what: string, number: string, words: readonly string[]): Told {
  return { what, number, words };
}

type Listed = ReturnType<typeof loadCatalogue>[number];

/** Returns the smallest and largest value in the catalogue. */
function rangeOf(valueOf: (instrument: Listed) => number): readonly number[] {
  const values = loadCatalogue().map(valueOf);
  return [Math.min(...values), Math.max(...values)];
}

/** Returns the mark-up, which must be the same for a buy and a sell. */
function markUpPercent(): number {
  const price = points(100_000_000);
  const prices = { symbol: '', bidPoints: price, askPoints: price, source: '' };
  const quote = { ...prices, sequence: 1, sourceAtMs: 0, receivedAtMs: 0 };
  const [percent, ...others] = new Set(
    DIRECTIONS.map((direction) => Math.abs(orderPrice(direction, quote) - price) / 1_000_000),
  );
  expect(others).toEqual([]);
  return percent ?? expect.fail('there is no direction');
}

function nightHour(): string {
  const hour = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'America/New_York',
    hour: '2-digit',
    minute: '2-digit',
  });
  return hour.format(lastNight(Date.UTC(2026, 0, 5)).cutOffAtMs);
}

function oneNight(): number {
  return financing({ amountCents: cents(3_650_000), leverage: 1 }, 100);
}

const { rows, others } = readSection(readFileSync(RULES, 'utf8'), 'Numbers at a glance');
const NUMBERS = workOut();

it('lists every number with the value of the program', () => {
  expect(rows).toEqual(NUMBERS.map(({ what, number }) => ({ what, number })));
});

it.each(NUMBERS)('states the same about the $what in words', ({ words }) => {
  for (const phrase of words) expect(others).toContain(phrase);
});

it('states the example of the rules and the delay in the terms', () => {
  const desk = createRulesDesk({ balance: '€ 10,000.00' });
  desk.price('EURUSD', '1.00000');
  desk.order('EURUSD', 'buy', { amount: '€ 1,000.00', leverage: 30 });
  desk.withdraw('€ 8,900.00');
  const [closed] = closedBy(desk.price('EURUSD', '0.90000'));
  const lost = 0 - (closed?.profitCents ?? 0);
  const kept = desk.figures().balanceCents;
  const terms = readFileSync(TERMS, 'utf8');
  expect(terms).toContain(`You lose ${euros(lost)} and keep ${euros(kept)}; we pay nothing.`);
  expect(terms).toContain(`${german(lost)} und behalten ${german(kept)}; wir zahlen nichts.`);
  const lag = LAG_MAX_MS / SECOND_MS;
  expect(terms).toContain(`more than ${lag} seconds late`);
  expect(terms).toContain(`mehr als ${lag} Sekunden zu spät`);
});

function german(amountCents: number): string {
  const style = { minimumFractionDigits: 2 } as const;
  return `${new Intl.NumberFormat('de', style).format(amountCents / 100)} €`;
}

it('states how far a price may jump while its market is closed', () => {
  const read = readSettings({});
  const settings = read.kind === 'ok' ? read.settings : expect.fail('the defaults are faulty');
  const text = readFileSync(RULES, 'utf8');
  for (const category of CATEGORIES) {
    expect(text).toMatch(new RegExp(`\\| ${category} +\\| ${settings.gapPercents[category]} % `));
  }
});

import { symbols } from '@halyard/contract/backoffice/symbols';
import { parseInput } from '@halyard/contract/parse-input';
import { EXIT } from '#platform/operator/operator.ts';
import * as z from 'zod/mini';
import { findNamedSymbol } from './find-named-symbol.ts';
import { toPlainLine } from '../plain-line.ts';
import { readReason } from '../read-reason.ts';
import {
  ownSymbolTerms,
  setSymbolTerms,
  viewSymbolTerms,
} from '#features/backoffice/dealing/dealing.ts';
import type { TermsInput } from '#features/backoffice/dealing/dealing.ts';
import type {
  OperatorCommand,
  OperatorCommandDeps,
} from '#features/backoffice/operator-command.ts';

/** The options of the command line and how their values are parsed. */
const NAMES = {
  'extra-spread': 'extra_spread_percent',
  'least-spread': 'least_spread_percent',
  'least-amount': 'least_amount',
  'greatest-amount': 'greatest_amount',
  'greatest-leverage': 'greatest_leverage',
  hours: 'hours',
} as const satisfies Readonly<Record<string, keyof TermsInput>>;

const Input = z.object(symbols.shape.actions['set-terms'].input);

export const termsCommand: OperatorCommand = {
  name: 'terms',
  usage: ['terms SYMBOL', `terms SYMBOL ${Object.keys(NAMES).join('|')} VALUE|shipped REASON…`],
  summary:
    'Shows or sets what is added to a symbol’s spread (percent), its limits (euros, leverage) and its ' +
    'hours (lines such as "Mon-Fri 09:30-16:00,Sun 22:00-02:00", or always). What is open stays.',
  run: async (deps, call) => {
    const [symbolName, name, value, ...words] = call.words;
    if (symbolName === undefined) return 'usage';
    const instrument = findNamedSymbol(deps.instruments, symbolName, call.print);
    if (instrument === undefined) return EXIT.failed;
    const { symbol } = instrument;
    if (name === undefined) {
      describe(deps, symbol).forEach(call.print);
      return EXIT.done;
    }
    const reason = readReason(words);
    if (!isName(name) || value === undefined || reason === undefined || reason === '') {
      return 'usage';
    }
    const wanted = { ...ownSymbolTerms(deps, symbol), [NAMES[name]]: readValue(name, value) };
    const read = parseInput(Input, wanted);
    const set = read.ok
      ? await setSymbolTerms(deps, { symbol, input: read.value, actor: call.actor, reason })
      : { rejection: { errors: read.errors } };
    if ('rejection' in set) {
      const texts = Object.entries(set.rejection.errors ?? {});
      for (const [field, text] of texts) call.print(toPlainLine(`${field} ${text}`));
      return EXIT.failed;
    }
    call.print(`${symbol}: ${set.changed ? 'set' : 'that is how it was'}.`);
    return EXIT.done;
  },
};

function isName(name: string): name is keyof typeof NAMES {
  return Object.hasOwn(NAMES, name);
}

function readValue(name: keyof typeof NAMES, value: string): unknown {
  if (value === 'shipped') return name === 'hours' ? [] : null;
  if (name === 'hours') return value.split(',');
  return name.endsWith('amount') ? value : Number(value);
}

function describe(deps: Pick<OperatorCommandDeps, 'prices'>, symbol: string): readonly string[] {
  const view = viewSymbolTerms(deps, symbol);
  const { terms_set: by } = view;
  return [
    `extra-spread       ${view.extra_spread_percent} %`,
    `least-spread       ${view.least_spread_percent} %`,
    `least-amount       ${view.least_amount.toFixed(2)}`,
    `greatest-amount    ${view.greatest_amount.toFixed(2)}`,
    `greatest-leverage  ${view.greatest_leverage}`,
    ...view.hours.map((line) => `hours              ${line} (${view.time_zone})`),
    by === null ? 'as shipped' : toPlainLine(`set by ${by.by} at ${by.at}: ${by.reason}`),
  ];
}

import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { DAY_MS } from '@halyard/core/time';
import { readEvent } from '#features/calendar/calendar.ts';
import type { StoredEvent } from '#features/calendar/calendar.ts';
import { EXIT } from '#platform/operator/operator.ts';
import type { ExitCode } from '#platform/operator/operator.ts';
import { findFileProblem } from '../find-file-problem.ts';
import { toPlainLine } from '../plain-line.ts';
import type {
  OperatorCommand,
  CommandCall,
  OperatorCommandDeps,
} from '#features/backoffice/operator-command.ts';

const FILE_BYTES_MAX = 2 * 1024 * 1024;
const LISTED_MAX = 100;
const ID_PATTERN = /^[1-9]\d{0,15}$/;
const FIGURES = ['actual', 'forecast', 'previous'];

type Deps = Pick<OperatorCommandDeps, 'calendar' | 'clock'>;

export const calendarCommand: OperatorCommand = {
  name: 'calendar',
  usage: [
    'calendar list',
    'calendar import FILE',
    'calendar add TIME CURRENCY IMPORTANCE TITLE [actual=…] [forecast=…] [previous=…]',
    'calendar remove ID',
  ],
  summary:
    'Economic events, of a .csv file with the columns time, currency, importance, title, actual, ' +
    'forecast, previous. The same time, currency and title is the same event, with new figures.',
  run: async (deps, call) => {
    const [action, ...words] = call.words;
    if (action === 'list' && words.length === 0) return await list(deps, call);
    if (action === 'import') return await importFile(deps, call, words);
    if (action === 'add') return await add(deps, call, words);
    if (action === 'remove') return await remove(deps, call, words);
    return 'usage';
  },
};

/** Lists the events from yesterday on. */
async function list({ calendar, clock }: Deps, call: CommandCall): Promise<ExitCode> {
  const events = await calendar.list(clock.nowMs() - DAY_MS, LISTED_MAX);
  if (events.length === 0) call.print('There are no events from yesterday on.');
  events.map(describe).forEach((line) => call.print(line));
  if (events.length === LISTED_MAX) call.print(`… these are the first ${LISTED_MAX}.`);
  return EXIT.done;
}

async function importFile(
  { calendar }: Deps,
  call: CommandCall,
  words: readonly string[],
): Promise<ExitCode | 'usage'> {
  const [file, ...rest] = words;
  if (file === undefined || rest.length > 0) return 'usage';
  const path = resolve(call.directory, file);
  const problem = (await findFileProblem(path)) ?? (await findSizeProblem(path));
  if (problem !== undefined) {
    call.print(`${path}: ${problem}. Nothing was changed.`);
    return EXIT.failed;
  }
  return report(call, await calendar.importFile(await readFile(path, 'utf8'), call.actor));
}

async function findSizeProblem(path: string): Promise<string | undefined> {
  const { size } = await stat(path);
  return size > FILE_BYTES_MAX ? `it has more than ${FILE_BYTES_MAX} bytes` : undefined;
}

async function add(
  { calendar }: Deps,
  call: CommandCall,
  words: readonly string[],
): Promise<ExitCode | 'usage'> {
  const [time, currency, importance, title, ...options] = words;
  const figures = options.map((word) => {
    const at = word.indexOf('=');
    return [word.slice(0, Math.max(at, 0)), word.slice(at + 1)] as const;
  });
  const names = figures.map(([name]) => name);
  if (title === undefined || !names.every((name) => FIGURES.includes(name))) return 'usage';
  if (new Set(names).size < names.length) return 'usage';
  const texts = { time, currency, importance, title, ...Object.fromEntries(figures) };
  const read = readEvent(texts);
  if ('problems' in read) return report(call, { kind: 'unfit', problems: read.problems });
  return report(call, await calendar.save([read.event], call.actor));
}

async function remove(
  { calendar }: Deps,
  call: CommandCall,
  words: readonly string[],
): Promise<ExitCode | 'usage'> {
  const [id = '', ...rest] = words;
  if (!ID_PATTERN.test(id) || rest.length > 0) return 'usage';
  const isRemoved = await calendar.remove(Number(id), call.actor);
  call.print(isRemoved ? `Event ${id} is removed.` : `There is no event ${id}.`);
  return isRemoved ? EXIT.done : EXIT.failed;
}

type Saved = Awaited<ReturnType<OperatorCommandDeps['calendar']['save']>>;

function report(call: CommandCall, saved: Saved): ExitCode {
  if (saved.kind === 'saved') {
    call.print(`Saved ${saved.events} ${saved.events === 1 ? 'event' : 'events'}.`);
    return EXIT.done;
  }
  saved.problems.forEach((problem) => call.print(toPlainLine(problem)));
  call.print('Nothing was changed.');
  return EXIT.failed;
}

function describe(event: StoredEvent): string {
  const figures = FIGURES.map((name) => {
    const value = event[name as 'actual' | 'forecast' | 'previous'];
    return value === null ? '' : `  ${name} ${value}`;
  });
  const time = `${new Date(event.atMs).toISOString().slice(0, 16)}Z`;
  return `${event.id}  ${time}  ${event.currency}  ${event.importance}  ${event.title}${figures.join('')}`;
}

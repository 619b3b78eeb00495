import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { LANGUAGES } from '@halyard/contract/config';
import {
  AUDIENCES,
  createPopup,
  listStoredPopups,
  removePopup,
} from '#features/content/content.ts';
import type { NewPopup, StoredPopup } from '#features/content/content.ts';
import { parseDay } from '#platform/clock/clock.ts';
import { EXIT } from '#platform/operator/operator.ts';
import type { ExitCode } from '#platform/operator/operator.ts';
import type {
  OperatorCommand,
  CommandCall,
  OperatorCommandDeps,
} from '#features/backoffice/operator-command.ts';

const TITLE_PATTERN = /^[^\p{Cc}]{1,120}$/u;
const CONTENT_LENGTH_MAX = 20_000;
const CHARACTER_BYTES_MAX = 4;
const DAY_LENGTH = 'YYYY-MM-DD'.length;
const ID_PATTERN = /^[1-9]\d{0,15}$/;
/** The option for mandatory information that is not marketing. */
const SERVICE = '--service';
/**
 * The pattern of a UTC time. Milliseconds are optional, the time zone is not: operator and server
 * can be in different ones.
 */
const UTC_PATTERN = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?Z)?$/;

type Deps = Pick<OperatorCommandDeps, 'db' | 'clock' | 'content'>;

export const popupCommand: OperatorCommand = {
  name: 'popup',
  usage: [
    'popup list',
    'popup create TITLE HTML|@FILE [language=en|de|it|es] [audience=all|verified|unverified]',
    '             [--service] [from=2026-12-31T18:00Z] [until=2027-01-02]',
    'popup remove ID',
  ],
  summary:
    'Announces something to customers, each until they dismiss it. Without --service it is ' +
    'marketing, and spares who excluded themselves or wants no news. Only harmless HTML is kept.',
  run: async (deps, call) => {
    const [action, ...words] = call.words;
    if (action === 'list' && words.length === 0) {
      const popups = await listStoredPopups(deps.db.kysely);
      if (popups.length === 0) call.print('There are no pop-ups.');
      popups.map(describe).forEach((line) => call.print(line));
      return EXIT.done;
    }
    if (action === 'create') return await create(deps, call, words);
    if (action === 'remove') return await remove(deps, call, words);
    return 'usage';
  },
};

async function create(
  deps: Deps,
  call: CommandCall,
  words: readonly string[],
): Promise<ExitCode | 'usage'> {
  const [title = '', given = '', ...options] = words;
  const settings = readOptions(options, deps.clock.nowMs());
  if (!TITLE_PATTERN.test(title.trim()) || given === '' || settings === undefined) return 'usage';
  const html = given.startsWith('@')
    ? await readHtml(resolve(call.directory, given.slice(1)))
    : given;
  if (html === undefined || html.length > CONTENT_LENGTH_MAX) {
    call.print(
      `The content must be text, or a file of text, of at most ${CONTENT_LENGTH_MAX} characters.`,
    );
    return EXIT.failed;
  }
  const cleaned = await deps.content.cleanHtml(html);
  if (cleaned.kind === 'unfit') {
    call.print(`The content ${cleaned.text}. No pop-up was created.`);
    return EXIT.failed;
  }
  const content = cleaned.html;
  if (content === '') {
    call.print('The content contains no allowed HTML. No pop-up was created.');
    return EXIT.failed;
  }
  const id = await createPopup(deps, { ...settings, title: title.trim(), content, by: call.actor });
  if (content !== html.trim())
    call.print(`Disallowed HTML was removed. The pop-up shows:\n${content}`);
  call.print(`Pop-up ${id} was made.`);
  return EXIT.done;
}

async function remove(
  deps: Deps,
  call: CommandCall,
  words: readonly string[],
): Promise<ExitCode | 'usage'> {
  const [id = '', ...rest] = words;
  if (!ID_PATTERN.test(id) || rest.length > 0) return 'usage';
  const isRemoved = await removePopup(deps, { id: Number(id), by: call.actor });
  call.print(isRemoved ? `Pop-up ${id} is removed.` : `There is no pop-up ${id}.`);
  return isRemoved ? EXIT.done : EXIT.failed;
}

type Options = Pick<NewPopup, 'language' | 'audience' | 'purpose' | 'fromMs' | 'untilMs'>;

/** Returns the options; undefined if an argument is not an option, or its value is missing. */
function readOptions(words: readonly string[], nowMs: number): Options | undefined {
  const given = new Map(words.map((word) => word.split('=', 2) as [string, string | undefined]));
  const names = ['language', 'audience', 'from', 'until', SERVICE];
  if (given.size < words.length || [...given.keys()].some((name) => !names.includes(name))) {
    return undefined;
  }
  const language = LANGUAGES.find((one) => one === given.get('language'));
  const audience = AUDIENCES.find((one) => one === (given.get('audience') ?? 'all'));
  const fromMs = readTime(given.get('from')) ?? nowMs;
  const untilMs = readTime(given.get('until'));
  const isInvalid =
    (given.get(SERVICE) ?? '') !== '' ||
    (given.has('language') && language === undefined) ||
    Number.isNaN(fromMs) ||
    (untilMs !== undefined && !(untilMs > fromMs));
  if (isInvalid || audience === undefined) return undefined;
  const purpose = given.has(SERVICE) ? 'service' : 'marketing';
  return { language, audience, purpose, fromMs, untilMs };
}

/** Parses a time; NaN for an invalid one. */
function readTime(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const isReal = UTC_PATTERN.test(text) && parseDay(text.slice(0, DAY_LENGTH)) !== undefined;
  return isReal ? Date.parse(text) : Number.NaN;
}

/**
 * Reads an HTML file; undefined if the path is not a small enough text file. Devices are never
 * read.
 */
async function readHtml(path: string): Promise<string | undefined> {
  try {
    const file = await stat(path);
    const isFit = file.isFile() && file.size <= CHARACTER_BYTES_MAX * CONTENT_LENGTH_MAX;
    return isFit ? await readFile(path, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}

function describe(popup: StoredPopup): string {
  const until = popup.untilMs === undefined ? 'removed' : toUtc(popup.untilMs);
  const span = `from ${toUtc(popup.fromMs)} until ${until}`;
  return `${popup.id}  ${popup.title}  (${popup.purpose}, ${popup.audience}, ${popup.language ?? 'every language'}, ${span})`;
}

function toUtc(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(0, 16)}Z`;
}

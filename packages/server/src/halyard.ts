// The operator's command: `npm run halyard -- VERB …`. The running server does the work; this sends
// the words and prints what comes back. `config check` asks no server. `--as=EMAIL` makes it the act of a member of staff, whose
// password and code are asked for here. Without a server `audit` opens the database itself;
// `backup` and `restore` do their work here in any case.
//
// Exit codes: 0 done, 1 failed or refused, 2 words that make no sense, 3 no server runs.
import { join } from 'node:path';
import { callOperator, EXIT, OPERATOR_SOCKET, readUserName } from '#platform/operator/operator.ts';
import type { Credentials, OperatorAnswer } from '#platform/operator/operator.ts';
import { runConfigCheck } from './config/config-command.ts';
import { listFileNames, listOuterNames, readEnvironment } from './config/environment.ts';
import { readSecrets } from './read-secrets.ts';
import { readSettings } from './settings.ts';
import type { Settings } from './settings.ts';

/** Errors whose message is a sentence that says what to do. */
const SAID_WHOLE: readonly string[] = ['ArchiveUnfit', 'DatabaseUnfit', 'DirectoryInUse', 'Outage'];

const AS_OPTION = '--as=';
const QUESTIONS = ['Password: ', 'Code of the authenticator app: '];

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => interrupted.abort());
}
process.exitCode = await run(process.argv.slice(2)).catch(explain);

async function run(words: readonly string[]): Promise<number> {
  const outerNames = listOuterNames();
  const environment = readEnvironment();
  const fileNames = listFileNames();
  if (words[0] === 'config') {
    return runConfigCheck({ words, environment, fileNames, outerNames, print: say });
  }
  const read = readSettings(environment, fileNames);
  if (read.kind === 'faulty') {
    for (const { name, text } of read.faults) complain(`${name} ${text}`);
    return EXIT.usage;
  }
  const { settings } = read;
  // npm runs in the project's folder; this is where the operator stands.
  const directory = environment['INIT_CWD'] ?? process.cwd();
  const callServer: CallServer = (sent, as) =>
    callOperator({
      path: join(settings.dataDir, OPERATOR_SOCKET),
      words: sent,
      directory,
      as,
      print: say,
      progress: showProgress,
      signal: interrupted.signal,
    });
  const [verb] = words;
  if (verb === 'backup' || verb === 'restore') {
    const { runBackup, runRestore } = await import('./backup-command.ts');
    const view = { signal: interrupted.signal, print: say, progress: showProgress };
    const user = readUserName();
    const command = { words, settings, environment, directory, user, callServer, ...view };
    const ended = await (verb === 'backup' ? runBackup(command) : runRestore(command));
    return typeof ended === 'number' ? ended : await conclude(ended, words, settings);
  }
  const answer = await callAsMember(words, callServer);
  return typeof answer === 'number' ? answer : await conclude(answer, words, settings);
}

type CallServer = (words: readonly string[], as?: Credentials) => Promise<OperatorAnswer>;

/** Asks for password and code where the words name a member of staff. */
async function callAsMember(
  words: readonly string[],
  callServer: CallServer,
): Promise<OperatorAnswer | number> {
  const [member, another] = words.filter((word) => word.startsWith(AS_OPTION));
  if (member === undefined) return await callServer(words);
  if (another !== undefined) {
    complain(`${AS_OPTION}EMAIL can be given once.`);
    return EXIT.usage;
  }
  const as = await readCredentials(member.slice(AS_OPTION.length));
  if (as === undefined) {
    complain('Type password and code, or pipe them in, each on a line of its own.');
    return EXIT.failed;
  }
  return await callServer(
    words.filter((word) => word !== member),
    as,
  );
}

async function readCredentials(email: string): Promise<Credentials | undefined> {
  const streams = { input: process.stdin, prompts: process.stderr };
  const [password, code] = (await readSecrets(QUESTIONS, streams)) ?? [];
  return password === undefined || code === undefined ? undefined : { email, password, code };
}

async function conclude(
  answer: OperatorAnswer,
  words: readonly string[],
  settings: Settings,
): Promise<number> {
  switch (answer.kind) {
    case 'ended':
      return answer.code;
    case 'broken':
      complain(
        interrupted.signal.aborted
          ? 'Interrupted.'
          : 'The server went away in the middle: what was done is not known.',
      );
      return EXIT.failed;
    case 'not-allowed':
      complain(`Only the user that runs the server may use ${settings.dataDir}.`);
      return EXIT.failed;
    case 'no-server':
      return await runAlone(words, settings);
  }
}

/** What can be set right from outside is said in a sentence; anything else with its stack. */
function explain(error: unknown): number {
  const isKnown = error instanceof Error && SAID_WHOLE.includes(error.name);
  const text = error instanceof Error ? (isKnown ? error.message : error.stack) : String(error);
  complain(interrupted.signal.aborted ? 'Interrupted.' : (text ?? 'It failed.'));
  return EXIT.failed;
}

/** What can be done while no server runs. */
async function runAlone(words: readonly string[], settings: Settings): Promise<number> {
  const { runAudit, usageLines } = await import('#features/backoffice/backoffice.ts');
  const [verb] = words;
  if (verb === undefined || verb === 'help') {
    usageLines().forEach(say);
    return EXIT.done;
  }
  if (verb !== 'audit' || words.length > 1) {
    complain(
      `No server answers on ${settings.dataDir}: none runs, or it stands by for another program ` +
        'and answers once it has taken over. Start one with: npm start',
    );
    return EXIT.noServer;
  }
  const { EMBEDDED_FOLDER, hasCluster, openDatabase } = await import('#platform/db/db.ts');
  const directory = join(settings.dataDir, EMBEDDED_FOLDER);
  if (settings.databaseUrl === undefined && !hasCluster(directory)) {
    complain(`There is no database in ${settings.dataDir}: is DATA_DIR right?`);
    return EXIT.failed;
  }
  const onError = (error: unknown): void => complain(String(error));
  const db = await openDatabase({ url: settings.databaseUrl, directory, onError });
  try {
    const view = { signal: interrupted.signal, print: say, progress: showProgress };
    return (await runAudit(db, view)) === 0 ? EXIT.done : EXIT.failed;
  } finally {
    await db.close();
  }
}

function say(line: string): void {
  showProgress('');
  process.stdout.write(`${line}\n`);
}

function complain(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** One line that is written over, and only where a person looks on. */
function showProgress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
}

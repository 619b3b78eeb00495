// The operator's command: `npm run halyard -- SUBCOMMAND …`, or bin/halyard where there is no npm. The running server does the work; this
// process sends the arguments and prints the reply. `config check` contacts no server. `--as=EMAIL`
// acts as a member of staff, whose password and code are requested here. Without a server `audit`
// and `cluster` open the database themselves; `backup` and `restore` always work here. Exit codes: 0 done, 1 failed
// or rejected, 2 invalid arguments, 3 no server is running.
import { join } from 'node:path';
import { systemClock } from '#platform/clock/clock.ts';
import { programCommand } from '#platform/launch/launch.ts';
import { callOperator, EXIT, OPERATOR_SOCKET, readUserName } from '#platform/operator/operator.ts';
import type { Credentials, OperatorAnswer } from '#platform/operator/operator.ts';
import type { Database } from '#platform/db/db.ts';
import { runConfigCheck } from './config/config-command.ts';
import { listFileNames, listOuterNames, readEnvironment } from './config/environment.ts';
import { readSecrets } from './read-secrets.ts';
import { readSettings } from './settings.ts';
import type { Settings } from './settings.ts';

/** Errors whose message is a complete sentence with an instruction for the operator. */
const SAID_WHOLE: readonly string[] = ['ArchiveUnfit', 'DatabaseUnfit', 'DirectoryInUse', 'Outage'];

const AS_OPTION = '--as=';
/** Listening on these means on every address of the machine. */
const ANY_HOSTS: readonly string[] = ['0.0.0.0', '::'];
/** Longer than a program takes to find out whether it is ready. */
const HEALTH_WITHIN_MS = 3_000;
const QUESTIONS = ['Password: ', 'Code of the authenticator app: '];

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => interrupted.abort());
}
// A reader such as `head` may close the pipe early. Then nothing more is printed, and the command
// continues.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});
process.exitCode = await run(process.argv.slice(2)).catch(explain);

async function run(words: readonly string[]): Promise<number> {
  const outerNames = listOuterNames();
  const environment = readEnvironment();
  const fileNames = listFileNames();
  if (words[0] === 'config') {
    return runConfigCheck({ words, environment, fileNames, outerNames, print: say });
  }
  const read = readSettings(environment, fileNames);
  if (read.kind === 'invalid') {
    for (const { name, text } of read.problems) complain(`${name} ${text}`);
    return EXIT.usage;
  }
  const { settings } = read;
  // npm runs in the project's folder; this is the operator's working directory.
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
  const [name] = words;
  if (name === 'backup' || name === 'restore') {
    const { runBackup, runRestore } = await import('./backup-command.ts');
    const view = { signal: interrupted.signal, print: say, progress: showProgress };
    const user = readUserName();
    const command = { words, settings, environment, directory, user, callServer, ...view };
    const ended = await (name === 'backup' ? runBackup(command) : runRestore(command));
    return typeof ended === 'number' ? ended : await conclude(ended, words, settings);
  }
  const answer = await callAsMember(words, callServer);
  return typeof answer === 'number' ? answer : await conclude(answer, words, settings);
}

type CallServer = (words: readonly string[], as?: Credentials) => Promise<OperatorAnswer>;

/** Calls the server, asking for password and code if the arguments name a member of staff. */
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

/** Prints an error: one that the operator can correct as its sentence, any other with its stack. */
function explain(error: unknown): number {
  const isKnown = error instanceof Error && SAID_WHOLE.includes(error.name);
  const text = error instanceof Error ? (isKnown ? error.message : error.stack) : String(error);
  complain(interrupted.signal.aborted ? 'Interrupted.' : (text ?? 'It failed.'));
  return EXIT.failed;
}

/** Runs the subcommands that need no server. */
async function runAlone(words: readonly string[], settings: Settings): Promise<number> {
  const { explainWords, isCommand, runAudit, runCluster, usageLines } =
    await import('#features/backoffice/backoffice.ts');
  const [name, ...rest] = words;
  if (!isCommand(name)) return explainWords(name, say);
  const view = { signal: interrupted.signal, print: say, progress: showProgress };
  if (name === 'cluster' && settings.databaseUrl !== undefined) {
    const acting = { ...view, clock: systemClock, actor: `operator:${readUserName()}` };
    const ended = await withDatabase(settings, async (db) => await runCluster(db, rest, acting));
    if (ended !== 'usage') return ended;
    usageLines(name).forEach(say);
    return EXIT.usage;
  }
  if (name === 'audit' && rest.length === 0) {
    return await withDatabase(settings, async (db) =>
      (await runAudit(db, view)) === 0 ? EXIT.done : EXIT.failed,
    );
  }
  complain(await describeNoServer(settings));
  return EXIT.noServer;
}

/** Runs work on the database of the settings; EXIT.failed if there is none. */
async function withDatabase<Result>(
  settings: Settings,
  work: (db: Database) => Promise<Result>,
): Promise<Result | typeof EXIT.failed> {
  const { EMBEDDED_FOLDER, hasCluster, openDatabase } = await import('#platform/db/db.ts');
  const directory = join(settings.dataDir, EMBEDDED_FOLDER);
  if (settings.databaseUrl === undefined && !hasCluster(directory)) {
    complain(`There is no database in ${settings.dataDir}: is DATA_DIR right?`);
    return EXIT.failed;
  }
  const onError = (error: unknown): void => complain(String(error));
  const db = await openDatabase({ url: settings.databaseUrl, directory, onError });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

/** Explains why no server answers in DATA_DIR, by the health of the program at the configured port. */
async function describeNoServer({ dataDir, host, port }: Settings): Promise<string> {
  const name = ANY_HOSTS.includes(host) ? '127.0.0.1' : host;
  const address = `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
  if (!(await isOk(`${address}/health/live`))) {
    return `No server answers on ${dataDir}. Start one with: ${programCommand()}`;
  }
  // A program that stands by or is starting is never ready.
  if (await isOk(`${address}/health/ready`)) {
    return (
      `No server answers on ${dataDir}, but the program at ${address} is running: it uses another ` +
      'DATA_DIR. Set DATA_DIR to its folder, and run the command again.'
    );
  }
  return (
    `The program at ${address} stands by for another one, or is starting: it is alive, does ` +
    'not trade, and answers this command once it has taken over.'
  );
}

async function isOk(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(HEALTH_WITHIN_MS) })).ok;
  } catch {
    return false;
  }
}

function say(line: string): void {
  showProgress('');
  process.stdout.write(`${line}\n`);
}

function complain(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Shows progress on one line that is overwritten, and only on a terminal. */
function showProgress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
}

// The process: settings, start, signals, stop.
//
// Exit codes: 0 after a signal, 1 when it can't start or can't take over from another program (the
// reason is printed), 70 after a bug that leaves its state in doubt; the supervisor then starts it
// again.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { createLog, cutSecrets, type Log } from '#platform/log/log.ts';

import { startApp, type App } from './app.ts';
import { listFileNames, readEnvironment } from './config/environment.ts';
import { readSettings, type Settings } from './settings.ts';
import { describeStartFailure, isStartRefused } from './start-failure.ts';

const EXIT_CANNOT_START = 1;
const EXIT_FATAL = 70;
/** The file below DATA_DIR that the first start of a demo installation writes. */
const SIGN_INS = 'first-run.json';
const STOP_TIMEOUT_MS = 20_000;

// Errors of a closed console are ignored, because they must not end the program.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

const read = readSettings(readEnvironment(), listFileNames());
if (read.kind === 'invalid') {
  const lines = read.problems.map(({ name, text }) => `  ${name} ${text}`);
  complain(`These settings are not valid:\n${lines.join('\n')}`);
  process.exit(EXIT_CANNOT_START);
}
await run(read.settings, read.warnings);

async function run(settings: Settings, warnings: readonly string[]): Promise<void> {
  const log = createLog(settings.logLevel);
  for (const warning of warnings) log.warn(warning);
  const { promise: ending, resolve: end } = Promise.withResolvers<number>();
  const fail = (err: unknown): void => {
    log.fatal({ err }, 'the program can not go on');
    end(EXIT_FATAL);
  };
  process.on('uncaughtException', fail);
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      log.info({ signal }, 'stopping: what is queued is committed first');
      end(0);
    });
  }

  const starting = startApp(settings, { log, onFatal: fail });
  const app = await Promise.race([starting, ending]).catch((error: unknown) => {
    complain(describeStartFailure(error, settings));
    process.exit(EXIT_CANNOT_START);
  });
  const failTakeOver = (error: unknown): void => {
    if (!isStartRefused(error)) {
      fail(error);
      return;
    }
    complain(describeStartFailure(error, settings));
    end(EXIT_CANNOT_START);
  };
  if (typeof app === 'object') announce(app, settings, failTakeOver);
  const code = await ending;
  const stop = starting.then(
    (started) => started.stop(),
    () => undefined,
  );
  const isStopped = await endsInTime(stop, log);
  if (isStopped) log.info({ code }, 'stopped');
  process.exit(isStopped ? code : EXIT_FATAL);
}

function announce(app: App, settings: Settings, fail: (error: unknown) => void): void {
  const signIns = join(settings.dataDir, SIGN_INS);
  const greet = (): void => {
    say(`Halyard answers at ${app.siteUrl}`);
    if (settings.publicUrl !== undefined) say(`Listening on ${app.url}`);
    if (app.metricsUrl !== undefined) say(`Metrics at ${app.metricsUrl}`);
    if (existsSync(signIns)) say(`The sign-in details are in ${signIns}.`);
  };
  app.ready.then(greet, fail);
}

async function endsInTime(stop: Promise<void>, log: Log): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), STOP_TIMEOUT_MS);
  const isStopped = await Promise.race([stop.then(() => true), late]);
  clearTimeout(timer);
  if (!isStopped) log.error({ timeoutMs: STOP_TIMEOUT_MS }, 'not everything stopped in time');
  return isStopped;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function complain(text: string): void {
  process.stderr.write(`${cutSecrets(text)}\n`);
}

/** Child processes of the commands, and what an interruption does to them. */
import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';

const OUTPUT_KEPT_CHARS = 2_000_000;
const KILL_AFTER_MS = 20_000;
/** Of what yields to everything else: about a third of the processor's time that the rest gets. */
const BACKGROUND_NICENESS = 5;
const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();
let isInterrupted = false;

/**
 * Runs a command to its end.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv, show?: boolean, background?: boolean }} options
 *   `show` passes the output on, else it is kept; `background` yields the processor to other children
 * @returns {Promise<{ code: number, output: string }>} a missing command ends with code 127
 */
export function runToEnd(command, args, options) {
  // What comes next must not begin while the process waits for its children to end.
  if (isInterrupted) return new Promise(() => {});
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: options.env ?? process.env,
    stdio: options.show === true ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  if (options.background === true && child.pid !== undefined) {
    setPriority(child.pid, BACKGROUND_NICENESS);
  }
  let output = '';
  const keep = (/** @type {Buffer} */ chunk) => {
    output = (output + chunk.toString()).slice(-OUTPUT_KEPT_CHARS);
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  return new Promise((resolve) => {
    child.once('error', (error) => {
      running.delete(child);
      resolve({ code: 127, output: `${command}: ${error.message}` });
    });
    child.once('close', (code, signal) => {
      running.delete(child);
      resolve({ code: exitCode(code, signal), output });
    });
  });
}

/**
 * Runs a command in the place of this process: it has the terminal, gets every signal (a closed
 * terminal as a request to end), and its exit code is ours.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {string} cwd
 */
export function becomeChild(command, args, cwd) {
  const child = spawn(command, args, { cwd, stdio: 'inherit' });
  for (const signal of SIGNALS) {
    process.removeAllListeners(signal);
    process.on(signal, () => child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal));
  }
  child.once('error', (error) => {
    console.error(`${command}: ${error.message}`);
    process.exit(127);
  });
  child.once('exit', (code, signal) => process.exit(exitCode(code, signal)));
}

/** On an interruption: ends every child, waits for them, then ends as the shell expects. */
export function stopChildrenOnSignals() {
  for (const signal of SIGNALS) {
    process.once(signal, () => {
      isInterrupted = true;
      console.error('\nInterrupted: stopping what runs.');
      // SIGINT is the one signal on which the test runners and npm clean up behind themselves.
      for (const child of running) child.kill('SIGINT');
      setTimeout(() => {
        for (const child of running) child.kill('SIGKILL');
      }, KILL_AFTER_MS).unref();
      setInterval(() => {
        if (running.size === 0) process.exit(exitCode(null, signal));
      }, 50);
    });
  }
}

/** @param {number | null} code @param {NodeJS.Signals | null} signal */
function exitCode(code, signal) {
  return code ?? (signal === null ? 1 : 128 + constants.signals[signal]);
}

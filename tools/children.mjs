/** Runs child processes for the commands, and ends them on an interruption. */
import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';

const OUTPUT_KEPT_CHARS = 2_000_000;
const KILL_AFTER_MS = 20_000;
/** The niceness of background processes: they get about a third of the processor time of others. */
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
  // After an interruption no further command starts; the process only waits for its children.
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
 * Runs a command in place of this process. It owns the terminal, receives every signal (SIGTERM
 * when the terminal is closed), and its exit code becomes ours.
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

/**
 * Handles interruptions: ends all children, waits for them, then exits with the code that a shell
 * expects.
 */
export function stopChildrenOnSignals() {
  for (const signal of SIGNALS) {
    process.once(signal, () => {
      isInterrupted = true;
      console.error('\nInterrupted: stopping what runs.');
      // Test runners and npm clean up only after SIGINT.
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

/** Prints the progress of a command. */

const STILL_WORKING_EVERY_MS = 20_000;

/** @param {number} startedMs @returns {string} */
export function secondsSince(startedMs) {
  return `${((performance.now() - startedMs) / 1_000).toFixed(1)} s`;
}

/** @param {string} line */
export function say(line) {
  process.stdout.write(`${line}\n`);
}

/**
 * Prints when the work begins, that it continues, and how long it took.
 * @template T
 * @param {string} what
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function sayWhile(what, work) {
  const startedMs = performance.now();
  say(`${what} …`);
  const stillWorking = setInterval(
    () => say(`  … still at it (${secondsSince(startedMs)})`),
    STILL_WORKING_EVERY_MS,
  );
  try {
    const result = await work();
    say(`  done in ${secondsSince(startedMs)}`);
    return result;
  } finally {
    clearInterval(stillWorking);
  }
}

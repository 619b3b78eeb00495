/** Runs work after all work that was given before has ended, whether it succeeded or failed. */
export type Turns = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Creates a queue of its own, which has no limit: use it for work that few callers ask for. */
export function createTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve();
  return async (work) => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return await turn;
  };
}

/** A module that exports `run`, which takes `Input` and returns `Output`, both cloneable. */
export type Task<Input, Output> = {
  readonly module: URL;
  /** The time limit of the task, after which its thread is terminated. */
  readonly timeoutMs: number;
  readonly types?: (input: Input) => Output;
};

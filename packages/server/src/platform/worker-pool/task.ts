/** A module that exports `run`, which takes `Input` and returns `Output`, both cloneable. */
export type Task<Input, Output> = {
  readonly module: URL;
  /** The thread is terminated when the task takes longer. */
  readonly timeoutMs: number;
  readonly types?: (input: Input) => Output;
};

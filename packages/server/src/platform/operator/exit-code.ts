/** Exit codes of the operator's command; scripts rely on them. */
export const EXIT = { done: 0, failed: 1, usage: 2, noServer: 3 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

// The only place where time enters the program, so that a test can control it.

export type Clock = { nowMs(): number };

export const systemClock: Clock = { nowMs: () => Date.now() };

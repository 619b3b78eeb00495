// Time enters the program here and nowhere else, so that a test can hold it.

export type Clock = { nowMs(): number };

export const systemClock: Clock = { nowMs: () => Date.now() };

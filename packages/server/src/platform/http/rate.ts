// A token bucket per key, in bounded memory.

/** Tokens come back at `perSecond` up to `burst`; one is spent on each call. */
export type Rate = { readonly perSecond: number; readonly burst: number };

// Manual trading halts of symbols, which persist across restarts and apply in every program.
export { createSymbolTurns } from './symbol-turns.ts';
export { findSplitQuote, haltSymbol, listHalts, resumeSymbol, workFrozen } from './halts.ts';
export type { Halt, HaltControl, Resumed, Worked } from './halts.ts';
export { watchHalts } from './watch-halts.ts';

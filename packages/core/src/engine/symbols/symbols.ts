// The commands that concern a symbol: its state, its limits, splits and dividends.
export { decidePayDividend, decideSplitSymbol } from './symbol-actions.ts';
export { decideSetLimits } from './set-limits.ts';
export { decideSetSymbolState } from './set-symbol-state.ts';

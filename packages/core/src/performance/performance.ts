// What trading has brought a customer: results by day and symbol, costs, and the usual figures about
// closed trades. Everything is computed from journal lines and closed positions, in whole cents.
export { RESULT_PARTS, summarise } from './summarise.ts';
export type {
  ClosedTrade,
  Drawdown,
  Performance,
  ResultLine,
  ResultPart,
  Results,
  TradeFigures,
} from './summarise.ts';
export { spreadCost } from './spread-cost.ts';
export type { TradedQuotes } from './spread-cost.ts';
export { MARK_OUT_MS, markOut, rankMarkOuts } from './mark-out.ts';
export type { LoggedQuote, MarkedFill, MarkOutRow } from './mark-out.ts';

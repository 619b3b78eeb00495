// The trading rules: `decide` judges a command against the state without changing it; `apply`
// changes the state by an event and never rejects.
export { apply } from './apply.ts';
export type {
  AcceptTick,
  AccountCommand,
  AddAccount,
  ChargeFinancing,
  ChangeTerms,
  ClosePosition,
  ClosePositions,
  Command,
  HoldFunds,
  MarketCommand,
  OpenPosition,
  PayDividend,
  PostFunds,
  ReleaseFunds,
  SetLimits,
  SetNights,
  SetSymbolState,
  SplitSymbol,
  SymbolAction,
  ReverseFunds,
  UpdatePosition,
} from './command.ts';
export type {
  AmendOrder,
  CancelOrder,
  ExpireOrders,
  OrderTerms,
  PlaceOrder,
  SetTradingPause,
  TriggerOrder,
} from './order-commands.ts';
export { decide } from './decide.ts';
export {
  findExpiryRejection,
  findOrderLevelsRejection,
  listTriggered,
  ORDER_LIFE_MS,
  ORDERS_PER_ACCOUNT_MAX,
} from './orders/orders.ts';
export { BROKER_ACCOUNT_ID } from './command.ts';
export type { Decision } from './decision.ts';
export { isDurable } from './event.ts';
export type {
  AccountAdded,
  DurableEvent,
  Event,
  FinancingCharged,
  FundsPosted,
  LevelsChanged,
  LimitsSet,
  MarginLevelCrossed,
  NightsSet,
  OrderAmended,
  OrderEnded,
  OrderPlaced,
  PositionClosed,
  PositionOpened,
  PositionReduced,
  PositionSplit,
  SymbolSplit,
  SymbolStateSet,
  TermsChanged,
  TickAccepted,
  TrailsMoved,
  WithdrawalCancelled,
} from './event.ts';
export { accountFigures, findUnvalued, heldCentsOf } from './account/account.ts';
export { findPayoutRejection } from './funds/funds.ts';
export { findLevelRejection, GUARANTEED_DISTANCE_PER_MILLE } from './levels.ts';
export type { Levels } from './levels.ts';
export type { AccountFigures, Valued } from './account/account.ts';
export { CLOSING_SOON_MS, largestBesideFee, protectionFee } from './protection.ts';
export {
  followAccount,
  followClosed,
  followEnded,
  followOrder,
  followPosition,
  followTrails,
} from './follow.ts';
export {
  createEngineState,
  restoreAccount,
  restoreOrder,
  restorePosition,
  restoreTrailMarks,
} from './rebuild.ts';
export type { StoredAccount } from './rebuild.ts';
export { createScenario } from './scenario/scenario.ts';
export type { Scenario, ScenarioOutcome } from './scenario/scenario.ts';
export { ENGINE_REJECTION_CODES } from './rejection.ts';
export type { EngineRejectionCode, Rejection } from './rejection.ts';
export { ACCOUNT_STATUSES } from './state.ts';
export type {
  Account,
  AccountStatus,
  AccountTerms,
  EngineRules,
  EngineState,
  FinancingRates,
  GapPercents,
  Night,
  SymbolMarket,
} from './state.ts';
export { CLIENT_CATEGORIES, REGIMES } from '#instrument/instrument.ts';
export type { ClientCategory, Regime } from '#instrument/instrument.ts';

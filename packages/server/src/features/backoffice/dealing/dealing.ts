// The dealing desk: actions on positions, orders and symbols, and the broker's exposure.
export { dealingRoutes } from './dealing-routes.ts';
export { ownSymbolTerms, setSymbolTerms, viewSymbolTerms } from './set-symbol-terms.ts';
export type { TermsInput } from './set-symbol-terms.ts';
export { payDividend, splitSymbol } from './act-on-symbol.ts';
export type { SymbolActed } from './act-on-symbol.ts';
export { correctPosition } from './correct-position.ts';
export { cancelForBroker } from './cancel-for-broker.ts';
export { closeForBroker } from './close-for-broker.ts';

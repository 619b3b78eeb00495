// Subcommands for symbols, their candles and the trading pause.
export { backtestVerb } from './backtest-verb.ts';
export { haltVerb } from './halt-verb.ts';
export { importCandlesVerb } from './import-candles-verb.ts';
export { maintenanceVerb } from './maintenance-verb.ts';
export { resumeVerb } from './resume-verb.ts';
export { termsVerb } from './terms-verb.ts';

// Subcommands for symbols, their candles and the trading pause.
export { backtestCommand } from './backtest-command.ts';
export { haltCommand } from './halt-command.ts';
export { importCandlesCommand } from './import-candles-command.ts';
export { maintenanceCommand } from './maintenance-command.ts';
export { resumeCommand } from './resume-command.ts';
export { termsCommand } from './terms-command.ts';

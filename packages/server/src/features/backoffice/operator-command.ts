// A subcommand of the operator's command. To add one, write a file and add a line in
// command/commands.ts.
import type { Role } from '@halyard/contract/backoffice/roles';
import type { CandleStore, MarketView } from '@halyard/market';
import type { Approvals } from '#features/approvals/approvals.ts';
import type { Customers } from '#features/customers/customers.ts';
import type { Calendar } from '#features/calendar/calendar.ts';
import type { Content } from '#features/content/content.ts';
import type { Affiliates } from '#features/affiliates/affiliates.ts';
import type { LinkedAccounts } from '#features/linked-accounts/linked-accounts.ts';
import type { TradingPause } from '#features/trading-pause/trading-pause.ts';
import type { Payments } from '#features/payments/payments.ts';
import type { Documents } from '#features/documents/documents.ts';
import type { Screening } from '#features/screening/screening.ts';
import type { Practice } from '#features/practice/practice.ts';
import type { Trading } from '#features/trading/trading.ts';
import type { Prices } from '#features/prices/prices.ts';
import type { Staff } from '#features/staff/staff.ts';
import type { Webhooks } from '#features/webhooks/webhooks.ts';
import type { EngineClient } from '#engine/engine.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import type { Files } from '#platform/files/files.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { EngineRules } from '@halyard/core/engine';
import type { Instrument } from '@halyard/core/instrument';
import type { ExitCode } from '#platform/operator/operator.ts';
import type { Surveys } from './surveys/surveys.ts';

/** The rotation of the keys in DATA_DIR/secrets. */
export type KeyRotation = {
  rotate(view: {
    readonly actor: string;
    readonly signal: AbortSignal;
    progress(text: string): void;
  }): Promise<
    | {
        readonly added: readonly string[];
        readonly secrets: number;
        readonly documents: number;
        readonly unreadable: number;
      }
    | 'under-way'
  >;
};

/** The dependencies of subcommands; each picks what it needs. */
export type OperatorCommandDeps = {
  readonly db: Database;
  readonly engine: EngineClient;
  /** Corporate actions apply to practice positions as well. */
  readonly practiceEngine: EngineClient;
  readonly surveys: Surveys;
  readonly customers: Customers;
  readonly staff: Staff;
  readonly approvals: Approvals;
  readonly documents: Documents;
  readonly screening: Screening;
  readonly trading: Trading;
  readonly practice: Pick<Practice, 'findView' | 'resetForStaff'>;
  readonly payments: Payments;
  readonly linkedAccounts: LinkedAccounts;
  readonly affiliates: Affiliates;
  readonly content: Content;
  readonly calendar: Calendar;
  readonly tradingPause: TradingPause;
  readonly webhooks: Webhooks;
  readonly market: MarketView;
  readonly prices: Prices;
  readonly candleStore: CandleStore;
  readonly instruments: readonly Instrument[];
  /** The rules with which the engine was created. */
  readonly rules: EngineRules;
  readonly jobs: Jobs;
  readonly keys: KeyRotation;
  readonly files: Files;
  readonly clock: Clock;
  /** The settings that page content needs. */
  readonly settings: { readonly losingAccountsPercent: number | undefined };
};

export type CommandCall = {
  /** The arguments after the subcommand's name. */
  readonly words: readonly string[];
  /** The working directory of the command: paths are relative to it. */
  readonly directory: string;
  /**
   * The actor as named in the audit log: the operator, or the member of staff in whose name it
   * runs.
   */
  readonly actor: string;
  /** Aborted when the command's client has disconnected. */
  readonly signal: AbortSignal;
  print(line: string): void;
  /** Shows a progress text while the work continues. */
  progress(text: string): void;
};

export type OperatorCommand = {
  readonly name: string;
  /** Every usage form of the subcommand, without 'halyard'. */
  readonly usage: readonly string[];
  readonly summary: string;
  /**
   * For subcommands that move money or rights: the roles that can do the same in the back office.
   * Undefined for unknown arguments, and for read-only ones.
   */
  readonly rolesFor?: (words: readonly string[]) => readonly Role[] | undefined;
  /**
   * Runs the subcommand. 'usage' means that the arguments are invalid; the usage forms are then
   * printed.
   */
  run(deps: OperatorCommandDeps, call: CommandCall): Promise<ExitCode | 'usage'>;
};

// Generated from the database by `npm run table-types`. Change the migrations instead.
import type { CustomersTables } from './customers.ts';
import type { IdentityTables } from './identity.ts';
import type { EngineTables } from './engine.ts';
import type { MarketsTables } from './markets.ts';
import type { PaymentsTables } from './payments.ts';
import type { ComplianceTables } from './compliance.ts';
import type { AutoTradingTables } from './auto-trading.ts';
import type { MessagesTables } from './messages.ts';
import type { ContentTables } from './content.ts';
import type { OperationsTables } from './operations.ts';
import type { LinkedAccountsTables } from './linked-accounts.ts';
import type { ShortfallsTables } from './shortfalls.ts';
import type { FinancingChargesTables } from './financing-charges.ts';
import type { ApiKeysTables } from './api-keys.ts';
import type { EntryOrdersTables } from './entry-orders.ts';
import type { TrailingStopsTables } from './trailing-stops.ts';
import type { WebhooksTables } from './webhooks.ts';
import type { ApiKeyUsesTables } from './api-key-uses.ts';
import type { WorkspacesTables } from './workspaces.ts';
import type { WebPushTables } from './web-push.ts';
import type { SingleSignOnTables } from './single-sign-on.ts';
import type { DeliveriesTables } from './deliveries.ts';
import type { StaffTables } from './staff.ts';
import type { EngineBatchesTables } from './engine-batches.ts';
import type { SharedByProgramsTables } from './shared-by-programs.ts';
import type { StaffPasskeysTables } from './staff-passkeys.ts';
import type { ScreeningsTables } from './screenings.ts';
import type { ContentImagesTables } from './content-images.ts';
import type { MarketLeaderTables } from './market-leader.ts';
import type { ProgramsTables } from './programs.ts';
import type { AutoTradingSignalsTables } from './auto-trading-signals.ts';
import type { WorkMailsTables } from './work-mails.ts';

export type Tables = CustomersTables &
  IdentityTables &
  EngineTables &
  MarketsTables &
  PaymentsTables &
  ComplianceTables &
  AutoTradingTables &
  MessagesTables &
  ContentTables &
  OperationsTables &
  LinkedAccountsTables &
  ShortfallsTables &
  FinancingChargesTables &
  ApiKeysTables &
  EntryOrdersTables &
  TrailingStopsTables &
  WebhooksTables &
  ApiKeyUsesTables &
  WorkspacesTables &
  WebPushTables &
  SingleSignOnTables &
  DeliveriesTables &
  StaffTables &
  EngineBatchesTables &
  SharedByProgramsTables &
  StaffPasskeysTables &
  ScreeningsTables &
  ContentImagesTables &
  MarketLeaderTables &
  ProgramsTables &
  AutoTradingSignalsTables &
  WorkMailsTables;

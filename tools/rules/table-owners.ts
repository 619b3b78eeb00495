/**
 * The folder of packages/server/src that owns each table and is the only one to write it; `npm run
 * rules` checks it. Other folders call the owner's entry point. A folder that reads a table
 * directly, usually for a join, is listed here as a reader.
 */
export type TableOwner = { readonly owner: string; readonly readers?: readonly string[] };

/** Folders that show data of others: they may read every table, but write only their own. */
export const READ_MODELS: Readonly<Record<string, string>> = {
  'features/statements': 'a statement shows a customer what the engine has booked',
  'features/data-export': 'an export contains everything that is stored of a customer',
  'features/reports': 'a report adds up what several features have stored',
  'features/linked-accounts': 'detection compares what several features know of two customers',
  'features/backoffice': 'a list joins, filters and pages the tables of its resource',
};

/** The owner's name for files outside the folders engine, platform and features. */
export const ASSEMBLY = 'assembly';

/**
 * The folder that each file of migrations/functions belongs to. Files that are not listed use no
 * table.
 */
export const FUNCTION_OWNERS: Readonly<Record<string, string>> = {
  'audit.sql': 'platform/audit',
  'changes.sql': 'platform/changes',
  'engine-adjust.sql': 'engine',
  'engine-batches.sql': 'engine',
  'engine-commit.sql': 'engine',
  'engine-lease.sql': 'engine',
  'market-lease.sql': 'engine',
  'webhook-positions.sql': 'features/webhooks',
};

/** Folders whose statements have the name of the written table in a variable. */
export const WRITES_BY_VARIABLE: Readonly<Record<string, string>> = {
  'platform/jobs': 'jobs and outbox have the same columns and one set of statements',
  'features/identity':
    'passkeys of customers and staff have one set of statements, and so have authenticator apps ' +
    'of staff and affiliates',
  'features/content': 'messages of both kinds are marked and deleted by one set of statements',
  assembly: 'a rotation of keys encrypts the sealed columns of several tables again',
  'platform/db': 'a restored backup fills every table',
};

export const TABLE_OWNERS: Readonly<Record<string, TableOwner>> = {
  countries: { owner: 'features/locations', readers: ['features/affiliates'] },
  attribution_codes: { owner: 'features/customers', readers: ['features/affiliates'] },
  affiliates: { owner: 'features/affiliates', readers: ['features/customers'] },
  customers: {
    owner: 'features/customers',
    readers: [
      'features/affiliates',
      'features/api-keys',
      'features/appropriateness',
      'features/autotrading',
      'features/notifications',
      'features/payments',
      'features/client-limits',
    ],
  },
  customer_terms: { owner: 'features/customers' },
  customer_notes: { owner: 'features/customers' },
  sign_ups: { owner: 'features/customers' },
  data_exports: { owner: 'features/data-export', readers: [ASSEMBLY] },
  account_closings: { owner: 'features/account-closure' },
  excluded_emails: { owner: 'features/customers', readers: [ASSEMBLY] },
  sessions: { owner: 'features/identity', readers: ['features/web-push'] },
  one_time_codes: { owner: 'features/identity' },
  second_factors: { owner: 'features/identity' },
  recovery_codes: { owner: 'features/identity' },
  api_keys: { owner: 'features/api-keys' },
  api_key_uses: { owner: 'features/api-keys' },
  push_keys: { owner: 'features/web-push' },
  push_devices: { owner: 'features/web-push' },
  push_messages: { owner: 'features/web-push' },
  push_topics_off: { owner: 'features/web-push' },
  webhook_endpoints: { owner: 'features/webhooks' },
  webhook_deliveries: { owner: 'features/webhooks' },
  passkeys: { owner: 'features/identity' },
  credential_failures: { owner: 'features/identity' },
  staff: { owner: 'features/staff' },
  staff_identities: { owner: 'features/staff' },
  staff_sign_ons: { owner: 'features/staff' },
  staff_passkeys: { owner: 'features/identity' },
  staff_passkey_challenges: { owner: 'features/staff' },
  staff_documents: { owner: 'features/backoffice' },
  work_assignments: { owner: 'features/backoffice' },
  work_items: { owner: 'features/backoffice' },
  work_mails: { owner: 'features/backoffice' },
  secret_fingerprints: { owner: 'platform/keyring' },
  engine_batches: { owner: 'engine' },
  engine_lease: { owner: 'engine', readers: ['platform/programs'] },
  market_lease: { owner: 'engine' },
  market_gaps: { owner: 'features/prices' },
  trading_accounts: { owner: 'engine', readers: ['features/customers'] },
  withdrawal_holds: { owner: 'engine' },
  positions: {
    owner: 'engine',
    readers: ['features/autotrading', 'features/prices', 'features/quote-log', 'features/trading'],
  },
  entry_orders: { owner: 'engine', readers: ['features/trading'] },
  trail_marks: { owner: 'engine', readers: ['features/quote-log'] },
  postings: {
    owner: 'engine',
    readers: ['features/payments', 'features/client-limits', 'features/trading'],
  },
  ledger_entries: {
    owner: 'engine',
    readers: ['features/payments', 'features/client-limits', 'features/trading'],
  },
  financing_charges: { owner: 'engine' },
  commands: { owner: 'engine' },
  pruned_commands: { owner: 'engine' },
  account_notices: { owner: 'engine', readers: ['features/payments', 'features/trading'] },
  charged_nights: { owner: 'features/trading', readers: ['engine'] },
  symbol_splits: {
    owner: 'engine',
    readers: ['features/alerts', 'features/quote-log', 'features/trading-halts'],
  },
  assets: { owner: 'features/trading' },
  symbol_terms: { owner: 'features/prices' },
  symbol_halts: { owner: 'features/trading-halts' },
  maintenance: { owner: 'features/trading-pause' },
  price_worlds: { owner: 'features/prices', readers: ['features/quote-log'] },
  candles: { owner: 'features/prices' },
  candle_spans: { owner: 'features/prices' },
  quote_blocks: { owner: 'features/quote-log' },
  rejected_quotes: { owner: 'features/quote-log' },
  workspace_documents: { owner: 'features/workspace' },
  price_alerts: { owner: 'features/alerts' },
  calendar_events: { owner: 'features/calendar' },
  transactions: { owner: 'features/payments' },
  transaction_stages: { owner: 'features/payments' },
  provider_payments: { owner: 'features/payments' },
  provider_events: { owner: 'features/payments' },
  payment_queries: { owner: 'features/payments' },
  payment_claims: { owner: 'features/payments' },
  payment_look_backs: { owner: 'features/payments' },
  documents: { owner: 'features/documents', readers: [ASSEMBLY] },
  document_views: { owner: 'features/documents' },
  appropriateness_attempts: { owner: 'features/appropriateness' },
  own_limits: { owner: 'features/client-limits' },
  exclusions: {
    owner: 'features/client-limits',
    readers: ['features/customers', 'features/content'],
  },
  approvals: { owner: 'features/approvals' },
  screenings: { owner: 'features/screening' },
  account_traits: { owner: 'features/linked-accounts' },
  account_links: { owner: 'features/linked-accounts' },
  account_link_scans: { owner: 'features/linked-accounts' },
  shortfalls: { owner: 'features/linked-accounts' },
  auto_trading_consents: { owner: 'features/autotrading' },
  auto_trading_accounts: { owner: 'features/autotrading' },
  auto_trading_decisions: { owner: 'features/autotrading' },
  auto_trading_signals: { owner: 'features/autotrading' },
  notifications: { owner: 'features/notifications', readers: ['engine'] },
  told_notices: { owner: 'features/trading', readers: ['engine', 'features/payments'] },
  mails_off: { owner: 'features/notifications', readers: ['features/content'] },
  popups: { owner: 'features/content' },
  popup_dismissals: { owner: 'features/content' },
  contact_messages: { owner: 'features/content' },
  content_models: { owner: 'features/content' },
  content_entries: { owner: 'features/content' },
  content_versions: { owner: 'features/content' },
  content_images: { owner: 'features/content' },
  content_tokens: { owner: 'features/content' },
  content_submissions: { owner: 'features/content' },
  jobs: { owner: 'platform/jobs' },
  outbox: { owner: 'platform/jobs' },
  audit_events: { owner: 'platform/audit' },
  audit_head: { owner: 'platform/audit' },
  audit_queue: { owner: 'platform/audit' },
  changes: { owner: 'platform/changes' },
  programs: { owner: 'platform/programs' },
  first_run: { owner: 'features/backoffice' },
};

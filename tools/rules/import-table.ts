/**
 * The imports that are allowed between the parts of the program, checked by `npm run rules`. Adding
 * one is an architecture decision, so each row states its reason; an unused entry is reported.
 */
export type Area = { name: string; path: string; mayImport: readonly string[]; reason: string };

/**
 * Paths are patterns from the root; `mayImport` names other rows. An area may import itself, and
 * its tests may import testkit.
 */
export const AREAS: readonly Area[] = [
  {
    name: 'core',
    path: 'packages/core/',
    mayImport: [],
    reason: 'the business rules depend on nothing, so they can be tested and run anywhere',
  },
  {
    name: 'contract',
    path: 'packages/contract/',
    mayImport: ['core'],
    reason: 'the wire uses business types and depends on neither server nor browser',
  },
  {
    name: 'formats',
    path: 'packages/contract/src/format/',
    mayImport: ['core', 'contract'],
    reason: 'how texts are written and which HTML is permitted: the same on both sides of the wire',
  },
  {
    name: 'market',
    path: 'packages/market/',
    mayImport: ['core', 'contract'],
    reason: 'price sources are independent of customers and storage',
  },
  {
    name: 'testkit',
    path: 'packages/testkit/',
    mayImport: [],
    reason: 'a simulated service shares no code with what it tests',
  },
  {
    name: 'platform',
    path: 'packages/server/src/platform/',
    mayImport: ['core', 'contract'],
    reason: 'technical services contain no business rules, so they can be replaced independently',
  },
  {
    name: 'engine',
    path: 'packages/server/src/engine/',
    mayImport: ['core', 'market', 'platform'],
    reason: 'the engine runs core; features call the engine, never the reverse',
  },
  {
    name: 'server-features',
    path: 'packages/server/src/features/',
    mayImport: ['core', 'contract', 'market', 'platform', 'engine'],
    reason: 'features use platform and engine; only the assembly imports all features',
  },
  {
    name: 'assembly',
    path: 'packages/server/src/(?!platform/|engine/|features/)',
    mayImport: ['core', 'contract', 'market', 'platform', 'engine', 'server-features'],
    reason: 'only the assembly creates the parts and connects them',
  },
  {
    name: 'server-tests',
    path: 'packages/server/test/',
    mayImport: ['core', 'contract', 'market', 'platform', 'engine', 'server-features', 'assembly'],
    reason: 'integration tests drive the whole server',
  },
  {
    name: 'ui',
    path: 'packages/web/src/ui/',
    mayImport: ['formats'],
    reason: 'visual components load no data and depend on no screen; formats are no data',
  },
  {
    name: 'i18n',
    path: 'packages/web/src/i18n/',
    mayImport: ['core', 'contract'],
    reason: 'texts by key; the error codes come from the contract',
  },
  {
    name: 'data',
    path: 'packages/web/src/data/',
    mayImport: ['core', 'contract'],
    reason: 'data access is independent of screens, so a screen can change without it',
  },
  {
    name: 'forms',
    path: 'packages/web/src/forms/',
    mayImport: ['core', 'contract', 'ui', 'data', 'i18n', 'web-root'],
    reason: 'shared form logic: validation, submission, and errors with their resolution',
  },
  {
    name: 'web-features',
    path: 'packages/web/src/features/',
    mayImport: ['core', 'contract', 'ui', 'data', 'i18n', 'forms', 'web-root'],
    reason: 'features use data and visual components; apps compose features',
  },
  {
    name: 'apps',
    path: 'packages/web/src/apps/',
    mayImport: ['core', 'contract', 'ui', 'data', 'i18n', 'forms', 'web-features', 'web-root'],
    reason: 'an app consists of frame and routes, and only apps compose features',
  },
  {
    name: 'web-root',
    path: 'packages/web/(?!src/(?:ui|i18n|data|forms|features|apps)/)',
    mayImport: ['contract'],
    reason: 'paths.ts contains every address once, and each is a page of the contract',
  },
  {
    name: 'e2e',
    path: 'e2e/',
    mayImport: ['testkit'],
    reason: 'browser tests use the product from outside, like a customer',
  },
  {
    name: 'bench',
    path: 'bench/',
    mayImport: ['core', 'market'],
    reason: 'benchmarks measure the parts that the program uses',
  },
  {
    name: 'sdk-generator',
    path: 'sdk/generator/',
    mayImport: ['contract'],
    reason: 'the generated halves of the SDKs follow from the documents of the contract',
  },
  {
    name: 'sdk',
    path: 'sdk/typescript/',
    mayImport: [],
    reason: 'integrators install the SDK without the platform',
  },
  {
    name: 'examples',
    path: 'examples/',
    mayImport: ['sdk'],
    reason: 'integrators copy an example into a project that has the SDK alone',
  },
  {
    name: 'tools',
    path: 'tools/',
    mayImport: [],
    reason: 'the commands run before anything is built or installed',
  },
];

/** The imports within core: each folder may import itself and those that are listed for it. */
export const CORE_IMPORTS: Readonly<Record<string, readonly string[]>> = {
  assertion: [],
  time: [],
  money: ['assertion'],
  instrument: ['assertion'],
  position: ['money', 'instrument'],
  trigger: ['assertion', 'money', 'instrument', 'position'],
  order: ['money', 'instrument', 'position', 'trigger'],
  approval: ['money'],
  performance: ['money', 'instrument'],
  iban: [],
  'linked-accounts': ['assertion', 'time', 'iban', 'money', 'instrument', 'position'],
  ledger: ['assertion', 'money', 'position'],
  engine: ['assertion', 'time', 'money', 'instrument', 'position', 'trigger', 'order', 'ledger'],
};

/**
 * The imports between server features; a feature that is not listed imports no other. Every feature
 * that notifies customers imports notifications, which therefore imports none.
 */
export const FEATURE_IMPORTS: Readonly<Record<string, readonly string[]>> = {
  identity: ['locations', 'notifications'],
  customers: ['identity', 'locations', 'notifications'],
  documents: ['customers', 'notifications'],
  content: ['customers', 'notifications'],
  // A rejection of a close-only account names the cause that the customer set.
  trading: ['customers', 'notifications', 'client-limits', 'appropriateness', 'trading-pause'],
  // Practice accounts trade by the same code, self-exclusion applies to them, and their webhooks
  // get events.
  practice: ['client-limits', 'trading', 'webhooks'],
  alerts: ['notifications'],
  // Creating a key requires the customer's credentials, and the customer is notified of it.
  'api-keys': ['customers', 'identity', 'notifications'],
  // A client limit applies through the terms of the account.
  'client-limits': ['customers', 'notifications'],
  // The switch belongs to the customer, and the questions before a first opening apply as well; a
  // back-test charges the same overnight financing as trading.
  autotrading: ['customers', 'appropriateness', 'trading-pause', 'notifications', 'trading'],
  // A deposit must respect the customer's client limits. A booking or payout above a limit needs
  // two approvals. No withdrawal is paid while a loss of a linked account is undecided.
  payments: ['customers', 'approvals', 'linked-accounts', 'notifications', 'client-limits'],
  // A report follows the logged quotes after a fill, and needs the length of a row of the log.
  reports: ['quote-log'],
  // A statement shows the name of its customer.
  statements: ['customers'],
  // An export contains the documents, and its customer is notified of it.
  'data-export': ['customers', 'documents', 'notifications'],
  // Combines the features about prices behind one entry point.
  prices: ['quote-log', 'trading-halts'],
  // Offers the use cases of these features to programs with an API key.
  'public-api': [
    'alerts',
    'api-keys',
    'payments',
    'statements',
    'trading',
    'webhooks',
    'workspace',
  ],
  // Events are derived from notifications; secrets are encrypted as credentials are.
  webhooks: ['customers', 'identity', 'notifications'],
  // Messages are derived from notifications, and stop with the session of their browser.
  'web-push': ['customers', 'identity', 'notifications'],
  // These features store data of a closed account, and each erases its own.
  'account-closure': [
    'customers',
    'alerts',
    'api-keys',
    'approvals',
    'appropriateness',
    'documents',
    'screening',
    'linked-accounts',
    'notifications',
    'payments',
    'data-export',
    'client-limits',
    'web-push',
    'webhooks',
    'workspace',
  ],
  // A customer is screened as the profile is, and a result can prevent the verification. The operator
  // is notified of a result about a verified customer.
  screening: ['customers', 'notifications'],
  // Confirming a link changes the terms of both accounts; debiting one of them can need two
  // approvals.
  'linked-accounts': ['customers', 'approvals', 'notifications'],
  affiliates: ['customers', 'identity', 'payments'],
  // Identity provides passwords, codes and sessions.
  staff: ['identity', 'notifications'],
  // An approver is a member of staff, who counts only some days after being created or changed.
  approvals: ['staff'],
  // A backup includes the encrypted files of documents.
  backups: ['documents'],
  // A customer's timeline includes their sign-ins.
  backoffice: [
    'customers',
    'identity',
    'staff',
    'approvals',
    'documents',
    'screening',
    'linked-accounts',
    'notifications',
    'trading',
    'prices',
    'quote-log',
    'payments',
    'content',
    'calendar',
    'affiliates',
    'reports',
    'autotrading',
    'trading-pause',
    'webhooks',
    'practice',
  ],
};

/** The imports between the apps of the web; an app that is not listed imports no other. */
export const APP_IMPORTS: Readonly<Record<string, readonly string[]>> = {
  // The affiliates' pages have addresses of the site.
  customer: ['frame', 'affiliate'],
  affiliate: ['frame'],
  // The preview of a page has the site's layout.
  backoffice: ['frame'],
};

/** Folders whose subfolders are imported only through their entry points. */
export const SHELVES = [
  'packages/core/src',
  'packages/market/src',
  'packages/server/src/platform',
  'packages/server/src/features',
  'packages/web/src/features',
];

/** The packages of the component library that only one folder of the web app may import. */
export const COMPONENT_LIBRARY = [
  {
    name: 'components-in-ui',
    packages: 'core|notifications|tiptap',
    folder: 'packages/web/src/ui/',
    reason: 'a component of ui/ loads its own styles, so that no screen forgets or repeats them',
  },
  {
    name: 'form-library-in-forms',
    packages: 'form',
    folder: 'packages/web/src/forms/',
    reason: 'all forms validate, trim and report errors alike, through use-checked-form.ts',
  },
] as const;

/** The only file of the product that may import testkit. */
export const PAYMENT_SANDBOX = {
  path: '^packages/server/src/payment-sandbox\\.ts$',
  reason: 'a trial installation accepts test cards through the simulated providers of the tests',
} as const;

/** What runs beside the engine, and so may import its owner: an edge has none. */
export const ENGINE_OWNERS = {
  paths: [
    'packages/server/src/(?!features/)',
    'packages/server/src/features/alerts/alerts\\.ts$',
    'packages/server/src/features/backoffice/surveys/',
    'packages/server/src/features/client-limits/client-limits\\.ts$',
    'packages/server/src/features/linked-accounts/note-shortfalls\\.ts$',
    'packages/server/src/features/practice/',
    'packages/server/src/features/trading/financing/',
    'packages/server/src/features/trading/orders/keep-orders\\.ts$',
    'packages/server/src/features/trading/trading\\.ts$',
  ],
  reason: 'what an edge runs reaches the engine of another program by EngineClient',
} as const;

import type { SettingsSection } from './settings-section.ts';

export const PROGRAM_SETTINGS: readonly SettingsSection[] = [
  {
    title: 'Server',
    settings: {
      NODE_ENV: {
        text: 'Set it to production where real people trade: the program then rejects unsafe settings and creates no demo data. Without it: development.',
      },
      PORT: { default: '3000', text: 'Port of the web server. 0 takes any free port.' },
      HOST: { default: '127.0.0.1', text: 'Address that the web server listens on.' },
      PUBLIC_URL: {
        example: 'https://trade.example.com',
        text: 'Scheme and host that browsers open. Links in mails begin with it, passkeys belong to its host, and only pages opened under it may call the server. Production requires https. Without it, the address that the start prints is used.',
      },
      BACKOFFICE_URL: {
        example: 'https://office.example.com',
        text: 'Scheme and host of the back office alone. Its pages and its API then answer only there, and nothing else does. Needs PUBLIC_URL with the same scheme and another host. Without it, the back office is at /backoffice of every host.',
      },
      AFFILIATE_SECOND_FACTOR: {
        text: 'Whether affiliates see nothing before they have set up an authenticator app. Without it: on in production.',
      },
      TRUST_PROXY: {
        example: '127.0.0.1/32,10.0.0.5/32',
        text: 'Proxies in front of the server, as addresses or ranges separated by commas. Only their X-Forwarded-For is trusted. Production rejects ranges wider than /12 (IPv6: /16), except 10.0.0.0/8 and fc00::/7.',
      },
      DATA_DIR: {
        default: './data',
        text: 'Folder for everything that is not in PostgreSQL: secrets, documents, mails, and the embedded database.',
      },
      FILES_S3_ENDPOINT: {
        example: 'https://s3.eu-central-1.amazonaws.com',
        text: 'S3-compatible store of documents and data exports, which several programs share. Needs FILES_S3_BUCKET, FILES_S3_KEY and FILES_S3_SECRET. Without it these files are in DATA_DIR, which production accepts only with ROLES=all. See docs/operate/file-store.md.',
      },
      FILES_S3_BUCKET: { example: 'halyard-files', text: 'Bucket of the files.' },
      FILES_S3_REGION: { default: 'us-east-1', text: 'Region in the signatures of the requests.' },
      FILES_S3_KEY: { example: 'halyard', text: 'Id of the access key to the bucket.' },
      FILES_S3_SECRET: { isSecret: true, text: 'Secret of the access key.' },
      VIRUS_SCANNER: {
        example: '/run/clamav/clamd.ctl',
        text: "Socket or port of ClamAV's daemon on this machine. Each uploaded document is scanned before it is stored; while the daemon does not answer, none is taken. Without it documents are judged by their form only.",
      },
      EXPIRED_DOCUMENTS: {
        default: 'notify',
        text: 'What follows when an identity document has expired. `notify`: customer and staff are notified, and staff decide. `close-only`: the program also permits the customer only to close positions, until staff unblock the account.',
      },
      SCREENING_URL: {
        example: 'https://screening.example.com/halyard',
        text: 'Service that screens customers against sanctions lists and lists of politically exposed persons. Needs SCREENING_SECRET. Without it nobody is screened. See docs/operate/screening.md.',
      },
      SCREENING_SECRET: {
        isSecret: true,
        example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
        text: 'Secret that signs the requests to SCREENING_URL, by Standard Webhooks.',
      },
      SCREENING_EVERY_DAYS: {
        example: '30',
        text: 'Days after which a customer is screened again without another cause, 1 to 3650. Without it nobody is.',
      },
      LOG_LEVEL: { default: 'info', text: 'Least important lines that are logged.' },
    },
  },
  {
    title: 'Database',
    settings: {
      DATABASE_URL: {
        isSecret: true,
        example: 'postgres://halyard:password@127.0.0.1:5432/halyard',
        text: 'PostgreSQL 15 or newer. In production, a server on another machine needs `?sslmode=verify-full` (or verify-ca, require). A primary and its standbys are named together, as `one:5432,two:5432`; see docs/operate/high-availability.md. Without it the program runs a PostgreSQL of its own on files below DATA_DIR.',
      },
      DATABASE_OWNER_URL: {
        isSecret: true,
        example: 'postgres://halyard_owner:password@127.0.0.1:5432/halyard',
        text: 'The same database by the role that owns the schema. A start migrates with it and grants the role of DATABASE_URL what the program needs; that role must own nothing. Restoring a backup needs it too. See docs/operate/install.md.',
      },
      EMBEDDED_DATABASE: {
        text: 'Set it to accepted to run the embedded database in production.',
      },
    },
  },
  {
    title: 'Several programs',
    settings: {
      ROLES: {
        default: 'all',
        text: 'What this program does. `all`: everything in one process. `edge`: pages, the API and live connections, beside a program with `engine,market,jobs`; any number of edges. `market` and `engine,jobs`: the same parts in two programs. See docs/operate/high-availability.md.',
      },
      NATS_URL: {
        isSecret: true,
        example: 'tls://user:password@nats.example.com:4222',
        text: 'NATS servers of one cluster, over which the programs of an installation reach each other. Production requires tls:// and a user and password, or NATS_CREDENTIALS, for servers on other machines. Without it there is only this program.',
      },
      NATS_CREDENTIALS: {
        isSecret: true,
        text: 'Credentials for NATS (JWT and key), instead of a user and password in NATS_URL. Name their file with NATS_CREDENTIALS_FILE.',
      },
      NATS_CA_FILE: {
        text: 'Certificate authority of the NATS servers. Without it: those that Node.js knows. With it, connections are encrypted whatever NATS_URL begins with.',
      },
      NATS_PREFIX: {
        default: 'halyard',
        text: 'First part of all NATS subjects of this installation. Installations that share a NATS cluster need different ones, and so do programs on a copy of the files of PostgreSQL.',
      },
    },
  },
  {
    title: 'Single sign-on of staff',
    settings: {
      OIDC_ISSUER: {
        example: 'https://id.example.com/realms/staff',
        text: 'Issuer of the OpenID Connect provider by which staff sign in. Needs OIDC_CLIENT_ID, OIDC_CLIENT_SECRET and OIDC_ROLES. Without it staff sign in with a password and an authenticator app only. See docs/operate/single-sign-on.md.',
      },
      OIDC_CLIENT_ID: { example: 'halyard', text: 'Name of this program at the provider.' },
      OIDC_CLIENT_SECRET: { isSecret: true, text: 'Secret of this program at the provider.' },
      OIDC_SCOPES: {
        default: 'openid email profile',
        text: 'Scopes that the program asks for, separated by spaces.',
      },
      OIDC_ROLES_CLAIM: {
        default: 'roles',
        text: 'Claim of the ID token with the values that give roles: a name, or a path such as realm_access.roles.',
      },
      OIDC_ROLES: {
        example: 'halyard-desk=dealing+support,halyard-admins=admin',
        text: 'Roles of each value of the claim. A person without any of the values does not get in.',
      },
      OIDC_LABEL: {
        default: 'Continue with single sign-on',
        text: 'Label of the button on the sign-in page of the back office.',
      },
      OIDC_PRIVATE_NETWORK: {
        default: 'off',
        text: 'Whether the provider can be on a private network.',
      },
    },
  },
  {
    title: 'Monitoring',
    settings: {
      METRICS_PORT: {
        example: '9464',
        text: 'Port of its own on which Prometheus reads metrics. Without it nothing is counted. See docs/operate/monitoring.md.',
      },
      METRICS_HOST: { default: '127.0.0.1', text: 'Address that the metrics listen on.' },
      METRICS_TOKEN: {
        isSecret: true,
        text: 'Bearer token that a reader of the metrics sends. Required where METRICS_HOST is not an address of this machine alone.',
      },
      TRACES_URL: {
        example: 'http://127.0.0.1:4318',
        text: 'Collector of OpenTelemetry (OTLP over HTTP) that gets traces; `/v1/traces` is appended. Without it nothing is traced. See docs/operate/traces.md.',
      },
      TRACES_PERCENT: { default: '100', text: 'Percentage of traces that are recorded.' },
    },
  },
  {
    title: 'Operator',
    settings: {
      OPERATOR_NAME: {
        default: 'Halyard',
        text: 'Your name as customers read it: in headers, mails, statements, pages, authenticator apps and passkeys.',
      },
      OPERATOR_ADDRESS: {
        example: 'Example Street 1, 10115 Berlin',
        text: 'Your address on one line. The terms, the privacy policy and the imprint show it. Production requires it.',
      },
      OPERATOR_EMAIL: {
        example: 'desk@example.com',
        text: 'One address that receives the messages of the contact form and what needs a person. Without it the messages are only stored: `npm run halyard -- contact list`.',
      },
      LOSING_ACCOUNTS_PERCENT: {
        text: 'Percentage of retail accounts that lost money with you in the last twelve months, for the risk warning. Without it the warning states the range of the market, as new providers must.',
      },
    },
  },
  {
    title: 'Mail',
    settings: {
      SMTP_URL: {
        isSecret: true,
        example: 'smtp://user:password@mail.example.com:587',
        text: 'Mail server. `smtp://` requires STARTTLS unless the server is on this machine; `smtps://` begins with TLS. Without it mails are written to DATA_DIR/outbox. See docs/operate/mail.md.',
      },
      MAIL_FROM: {
        example: 'Example Markets <no-reply@example.com>',
        text: 'Sender of mails. Without it: no-reply@ the host of PUBLIC_URL, under OPERATOR_NAME.',
      },
    },
  },
  {
    title: 'Sign-up and site',
    settings: {
      REGISTRATION: { default: 'on', text: 'Whether visitors can sign up.' },
      SIGN_UPS_PER_HOUR: {
        default: '20',
        text: 'Accounts that one network can open in an hour. All networks together can open fifty times as many before a proof of work is required.',
      },
      COUNTRIES_BLOCKED: {
        example: 'US,CA',
        text: 'Countries (two letters, separated by commas) from which nobody can sign up.',
      },
      PLATFORM_ONLY: {
        default: 'off',
        text: 'Whether only the trading platform is offered, without content pages and referrals.',
      },
      ECONOMICS: { default: 'on', text: 'Whether the economic calendar is offered.' },
      TRADINGVIEW: {
        default: 'iframe',
        text: "Whether home page and calendar offer TradingView's hosted widget to visitors who consent to it.",
      },
      MAP_LOCATION: {
        example: '52.5173,13.3889',
        text: 'Where the map shows you, as latitude and longitude in degrees. Without it there is no map.',
      },
      MAP_TILES: {
        default: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
        text: "Address of the map's tiles, or off. They are loaded after consent. OpenStreetMap's own tiles are for modest use: see docs/operate/content.md.",
      },
      DOCS: {
        default: 'off',
        text: 'Whether the documentation is served at /docs, to everybody. `npm run docs` builds it; the container image holds it.',
      },
      IP_INFO_URL: {
        isSecret: true,
        example: 'https://ip.example.com/{ip}?key=…',
        text: 'Service that tells the country and city of a visitor as JSON with country_short (or country_code) and city. Without it a local database tells the country.',
      },
      CMS_URL: {
        example: 'https://cms.example.com/cockpit',
        text: 'Cockpit v1 that holds the content of the site in place of our own store. See docs/operate/content.md.',
      },
      CMS_TOKEN: { isSecret: true, text: 'Token of that Cockpit. No browser learns it.' },
      CMS_COLLECTIONS: { default: 'pages', text: 'Collections of the Cockpit that are shown.' },
      CMS_SINGLETONS: {
        default: 'settings,footer',
        text: 'Singletons of the Cockpit that are shown.',
      },
      CMS_FORMS: { default: 'contact', text: 'Forms of the Cockpit that are shown.' },
      DEMO: {
        text: 'Whether the first start creates a demo customer, an affiliate and an administrator. Never in production. Without it: on only with the embedded database, and if HOST and PUBLIC_URL are addresses of this machine alone.',
      },
    },
  },
];

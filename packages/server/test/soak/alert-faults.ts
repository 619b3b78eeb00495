// The faults of the alert drill: each is injected into a program that runs.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMailServer } from '../support/mail-server.ts';
import { send, signUpTrader, startServer, type TestServer } from '../support/start-server.ts';
import { stagePrices } from '../support/staged-prices.ts';
import type { CutProxy } from '../support/cut-proxy.ts';
import type { TestDatabase } from '../support/test-database.ts';
import { startVendorPrices } from '../support/vendor-prices.ts';
import { BUY } from '../support/trader.ts';

export type Drilled = {
  readonly server: TestServer;
  inject(): Promise<void>;
  /** Ends what the fault needed; the program is stopped by the drill. */
  close(): Promise<void>;
};

export type Fault = {
  readonly alert: string;
  readonly what: string;
  open(database: TestDatabase, proxy: CutProxy): Promise<Drilled>;
};

const MONITORED = { METRICS_PORT: '0', DEMO: 'off' };
const EVERY_MS = 300;
const nothing = async (): Promise<void> => undefined;

async function openPlain(
  database: TestDatabase,
  environment: Readonly<Record<string, string>> = {},
): Promise<TestServer> {
  return await startServer({
    database,
    environment: { ...MONITORED, ...environment },
    jobPollMs: 200,
  });
}

/** A fault that statements of the database make. */
function bySql(alert: string, what: string, ...statements: readonly string[]): Fault {
  return {
    alert,
    what,
    open: async (database) => {
      const server = await openPlain(database);
      const inject = async (): Promise<void> => {
        const db = await database.open();
        for (const statement of statements) await db.query(statement, []);
        await db.close();
      };
      return { server, inject, close: nothing };
    },
  };
}

/** Does something again and again until the drill ends. */
function repeat(run: () => Promise<unknown>): () => Promise<void> {
  const timer = setInterval(() => void run().catch(() => undefined), EVERY_MS);
  return async () => clearInterval(timer);
}

export const FAULTS: readonly Fault[] = [
  {
    alert: 'HalyardDown',
    what: 'the program ends',
    open: async (database) => {
      const server = await openPlain(database);
      return { server, inject: async () => await server.stop(), close: nothing };
    },
  },
  bySql(
    'HalyardNoEngine',
    'another holder has the lease and does not trade',
    `update engine_lease set epoch = epoch + 1, owner = 'drill', expires_at = 'infinity'`,
  ),
  {
    alert: 'HalyardDatabaseDown',
    what: 'the database cuts every connection and takes no new one',
    open: async (database, proxy) => {
      const server = await openPlain(database, { DATABASE_URL: proxy.url });
      return { server, inject: async () => proxy.refuse(), close: async () => proxy.allow() };
    },
  },
  {
    alert: 'HalyardFeedDown',
    what: 'the vendor cuts the connection and takes no new one',
    open: async (database) => {
      const vendor = await startVendorPrices(40_000);
      const server = await openPlain(database, vendor.environment);
      return {
        server,
        inject: async () => vendor.leave(),
        close: async () => await vendor.close(),
      };
    },
  },
  {
    alert: 'HalyardQuotesStale',
    what: 'the vendor quotes one of two symbols no longer',
    open: async (database) => {
      const vendor = await startVendorPrices(40_000);
      const server = await openPlain(database, vendor.environment);
      // A price that the filter of bad ticks rejects is no quote.
      const inject = async (): Promise<void> => vendor.setMid(0.01);
      return { server, inject, close: async () => await vendor.close() };
    },
  },
  {
    alert: 'HalyardCommitSlow',
    what: 'a trigger keeps each commit waiting for 0.7 s',
    open: async (database) => await openTrading(database, slowCommits),
  },
  {
    alert: 'HalyardHttpErrors',
    what: 'a table is missing that each request reads',
    open: async (database) => {
      const server = await openPlain(database);
      let stop = nothing;
      const inject = async (): Promise<void> => {
        await server.query('alter table calendar_events rename to calendar_events_away', []);
        stop = repeat(async () => await server.get('/api/calendar?from=0&to=1000'));
      };
      return { server, inject, close: async () => await stop() };
    },
  },
  bySql(
    'HalyardJobGivenUp',
    'a job whose content cannot be read fails in its last attempt',
    `insert into outbox (kind, stream, key, payload, created_at, due_at, attempts)
     values ('mail', 'drill', 'drill', '{}', now(), now(), 11)`,
  ),
  {
    alert: 'HalyardMailRefused',
    what: 'the mail server refuses every mail',
    open: async (database) => {
      const mail = await startMailServer();
      const server = await openPlain(database, { SMTP_URL: mail.url });
      let stop = nothing;
      let count = 0;
      const inject = async (): Promise<void> => {
        mail.refuse(true);
        stop = repeat(async () => {
          count += 1;
          await signUpTrader(server, `drill-${count}@example.com`, '10');
        });
      };
      const close = async (): Promise<void> => {
        await stop();
        await mail.close();
      };
      return { server, inject, close };
    },
  },
  bySql(
    'HalyardLedgerImbalance',
    'a journal entry of one line, as no engine writes',
    `insert into postings (id, kind, reference, unique_key, posted_at)
     values (9000000000, 'adjustment', 'drill', 'drill', now())`,
    `insert into ledger_entries (posting_id, line, account, customer_id, amount_cents)
     values (9000000000, 1, 'house:trading', null, 7)`,
  ),
  {
    alert: 'HalyardDiskFull',
    what: 'a file fills the disk of DATA_DIR',
    open: async (database) => {
      const folder = mkdtempSync(join(tmpdir(), 'halyard-disk-'));
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', folder]);
      const server = await openPlain(database, { DATA_DIR: folder });
      const inject = async (): Promise<void> =>
        writeFileSync(join(folder, 'filling'), Buffer.alloc(60 * 1_024 * 1_024));
      const close = async (): Promise<void> => {
        execFileSync('umount', ['-l', folder]);
        rmSync(folder, { recursive: true, force: true });
      };
      return { server, inject, close };
    },
  },
];

async function openTrading(
  database: TestDatabase,
  slow: (server: TestServer) => Promise<void>,
): Promise<Drilled> {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-prices-'));
  const server = await openPlain(database, stagePrices(folder));
  const { access_token: token } = await signUpTrader(server, 'drill@example.com', '60000');
  const socket = await server.connect('/positions', token);
  const trade = async (): Promise<unknown> =>
    await send(socket, 'openPosition', { ...BUY, amount: 25 });
  const stopTrading = repeat(trade);
  const close = async (): Promise<void> => {
    await stopTrading();
    rmSync(folder, { recursive: true, force: true });
  };
  return { server, inject: async () => await slow(server), close };
}

async function slowCommits(server: TestServer): Promise<void> {
  await server.query(
    `create function drill_wait() returns trigger language plpgsql as
     $$ begin perform pg_sleep(0.7); return null; end $$`,
    [],
  );
  await server.query(
    'create trigger drill after insert on commands for each statement execute function drill_wait()',
    [],
  );
}

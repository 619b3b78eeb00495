// The failures of the alert drill: each is injected into a program that runs.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { Socket } from 'socket.io-client';
import { holdLease } from '../support/hold-lease.ts';
import { startMailServer } from '../support/mail-server.ts';
import { openShop, type Buyer } from '../payments/shop.ts';
import { dataOf, send, signUpTrader } from '../support/start-server.ts';
import { startServer, type TestServer } from '../support/start-server.ts';
import { stagePrices } from '../support/staged-prices.ts';
import type { CutProxy } from '../support/cut-proxy.ts';
import type { TestDatabase } from '../support/test-database.ts';
import { startVendorPrices } from '../support/vendor-prices.ts';
import { BUY } from '../support/trader.ts';

export type Drilled = {
  readonly server: TestServer;
  inject(): Promise<void>;
  /** Ends what the failure needed; the program is stopped by the drill. */
  close(): Promise<void>;
};

export type Problem = {
  readonly alert: string;
  readonly what: string;
  open(database: TestDatabase, proxy: CutProxy): Promise<Drilled>;
};

const MONITORED = { METRICS_PORT: '0', DEMO: 'off' };
const EVERY_MS = 300;
const PAYMENTS_EVERY_MS = 1_000;
const PAYING_CUSTOMERS = 10;
const FLOOD_COMMIT_S = 0.2;
const FLOOD_SOCKETS = 60;
/** A socket may wait for 32 answers. */
const FLOOD_ORDERS_PER_SOCKET = 30;
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

/** A failure that statements of the database make. */
function bySql(alert: string, what: string, ...statements: readonly string[]): Problem {
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
function repeat(run: () => Promise<unknown>, everyMs = EVERY_MS): () => Promise<void> {
  const timer = setInterval(() => void run().catch(() => undefined), everyMs);
  return async () => clearInterval(timer);
}

export const PROBLEMS: readonly Problem[] = [
  {
    alert: 'HalyardDown',
    what: 'the program ends',
    open: async (database) => {
      const server = await openPlain(database);
      return { server, inject: async () => await server.stop(), close: nothing };
    },
  },
  {
    alert: 'HalyardNoEngine',
    what: 'another holder has the lease and does not trade',
    open: async (database) => {
      const server = await openPlain(database);
      let close = nothing;
      const inject = async (): Promise<void> => {
        close = (await holdLease(database.url(), 'infinity')).die;
      };
      return { server, inject, close: async () => await close() };
    },
  },
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
    open: async (database) =>
      await openTrading(database, async ({ server }) => slowCommits(server, 0.7)),
  },
  {
    alert: 'HalyardEngineQueueLong',
    what: 'orders come faster than commits of 0.2 s take them',
    open: async (database) => await openTrading(database, floodOrders),
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
    alert: 'HalyardJobsLate',
    what: 'a session that never ends holds the row of a job that is due',
    open: async (database) => await openLateJob(database),
  },
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
  {
    alert: 'HalyardProviderDown',
    what: 'the payment provider answers every request with 503',
    open: async (database) => await openProviderDown(database),
  },
  {
    alert: 'HalyardWithdrawalsOld',
    what: 'nobody decides on a withdrawal of four days ago',
    open: async (database) => {
      const server = await openPlain(database);
      const { access_token: token } = await signUpTrader(server, 'drill@example.com', '500');
      const inject = async (): Promise<void> => {
        const body = { amount: -100, method: 'withdraw', comments: 'DE00 1234' };
        dataOf((await server.post('/api/transactions/create', body, { token })).envelope);
        await server.query(
          `update transactions set created_at = created_at - interval '4 days' where amount_cents < 0`,
          [],
        );
      };
      return { server, inject, close: nothing };
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

type Trading = { readonly server: TestServer; readonly token: string };

async function openTrading(
  database: TestDatabase,
  start: (trading: Trading) => Promise<(() => Promise<void>) | void>,
): Promise<Drilled> {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-prices-'));
  const server = await openPlain(database, stagePrices(folder));
  const { access_token: token } = await signUpTrader(server, 'drill@example.com', '60000');
  const socket = await server.connect('/positions', token);
  const trade = async (): Promise<unknown> =>
    await send(socket, 'openPosition', { ...BUY, amount: 25 });
  const stopTrading = repeat(trade);
  let stopFault: (() => Promise<void>) | void;
  const inject = async (): Promise<void> => {
    stopFault = await start({ server, token });
  };
  const close = async (): Promise<void> => {
    await stopTrading();
    await stopFault?.();
    rmSync(folder, { recursive: true, force: true });
  };
  return { server, inject, close };
}

async function slowCommits(server: TestServer, seconds: number): Promise<void> {
  await server.query(
    `create function drill_wait() returns trigger language plpgsql as
     $$ begin perform pg_sleep(${seconds}); return null; end $$`,
    [],
  );
  await server.query(
    'create trigger drill after insert on commands for each statement execute function drill_wait()',
    [],
  );
}

async function floodOrders({ server, token }: Trading): Promise<() => Promise<void>> {
  await slowCommits(server, FLOOD_COMMIT_S);
  let isFlooding = true;
  const order = async (socket: Socket): Promise<void> => {
    while (isFlooding) {
      await send(socket, 'openPosition', { ...BUY, amount: 25 }).catch(() => undefined);
    }
  };
  for (let count = 0; count < FLOOD_SOCKETS; count += 1) {
    const socket = await server.connect('/positions', token);
    for (let lane = 0; lane < FLOOD_ORDERS_PER_SOCKET; lane += 1) void order(socket);
  }
  return async () => {
    isFlooding = false;
  };
}

async function openLateJob(database: TestDatabase): Promise<Drilled> {
  const server = await openPlain(database);
  const holder = new Client({ connectionString: database.url() });
  await holder.connect();
  // A worker may be faster than the lock; then another row is tried.
  const inject = async (): Promise<void> => {
    for (let count = 1; ; count += 1) {
      const key = `drill-${count}`;
      await holder.query(
        `begin;
         insert into jobs (kind, key, payload, created_at, due_at)
         values ('mail.sweep-files', '${key}', '{}', now(), now() - interval '10 minutes');
         commit;
         begin`,
      );
      const held = 'select 1 from jobs where key = $1 and lease is null for update skip locked';
      if ((await holder.query(held, [key])).rowCount === 1) return;
      await holder.query('rollback');
    }
  };
  return { server, inject, close: async () => await holder.end() };
}

async function openProviderDown(database: TestDatabase): Promise<Drilled> {
  const shop = await openShop(database, MONITORED);
  // Each customer may have 20 open deposits: together they last longer than the drill.
  const buyers: Buyer[] = [];
  while (buyers.length < PAYING_CUSTOMERS) buyers.push(await shop.buyer());
  let stop = nothing;
  let count = 0;
  const inject = async (): Promise<void> => {
    shop.sandboxes.paymaxis.fail(503);
    stop = repeat(async () => {
      const buyer = buyers[count % buyers.length];
      count += 1;
      if (buyer === undefined) return;
      await shop.send(buyer, 'paymaxis', await shop.create(buyer, 'paymaxis'));
    }, PAYMENTS_EVERY_MS);
  };
  const close = async (): Promise<void> => {
    await stop();
    await Promise.all(Object.values(shop.sandboxes).map(async (sandbox) => await sandbox.close()));
  };
  return { server: shop.server(), inject, close };
}

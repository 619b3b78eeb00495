// Technical parts without business rules: files, database, jobs, mail, worker threads.
import { checkSecrets, createKeys, FIRST_KEYS } from '#keys/keys.ts';
import { isLeaseFree } from '#engine/engine.ts';
import { assertRestored } from '#features/backups/backups.ts';
import { startChaining } from '#platform/audit/audit.ts';
import { followChanges } from '#platform/changes/changes.ts';
import { systemClock } from '#platform/clock/clock.ts';
import {
  assertOwnsNothing,
  EMBEDDED_FOLDER,
  findDatabaseId,
  findRole,
  migrate,
  openDatabase,
} from '#platform/db/db.ts';
import type { Database } from '#platform/db/db.ts';
import { watchClockSkew } from '#platform/clock-skew/clock-skew.ts';
import { openFileStore } from '#platform/file-store/file-store.ts';
import { openFiles } from '#platform/files/files.ts';
import { openKeyring } from '#platform/keyring/keyring.ts';
import { createJobs } from '#platform/jobs/jobs.ts';
import { createMailer } from '#platform/mail/mail.ts';
import { createWorkerPool } from '#platform/worker-pool/worker-pool.ts';
import type { Log } from '#platform/log/log.ts';
import { createTracer, type Tracer } from '#platform/tracing/tracing.ts';
import { readVersion, type Metrics } from '#metrics/metrics.ts';
import type { Settings } from '#settings.ts';
import type { SiteAddress } from '#site-address.ts';
import type { StopList } from '#stop-list.ts';
import type { AppOptions } from './app-options.ts';
import { enter } from './enter.ts';
import { openMessagesOf } from './open-messages.ts';

/** Creates the technical parts. */
export async function openFoundation(
  settings: Settings,
  options: AppOptions,
  { stops, metrics }: { readonly stops: StopList; readonly metrics: Metrics | undefined },
) {
  const { log, clock = systemClock } = options;
  const onError = (err: unknown): void => log.warn({ err }, 'a background task failed');
  await assertRestored(settings.dataDir);
  const files = await openFiles(settings.dataDir);
  const open = options.openDatabase ?? openDatabase;
  const db = await open({
    url: settings.databaseUrl,
    mustReplicate: settings.isProduction,
    directory: files.path(EMBEDDED_FOLDER),
    onError,
    onLog: ({ isProblem, text }) => log[isProblem ? 'error' : 'info']({ text }, 'PostgreSQL'),
  });
  stops.add('database', () => db.close());
  await prepareSchema(db, async () =>
    settings.databaseOwnerUrl === undefined
      ? undefined
      : await openDatabase({ url: settings.databaseOwnerUrl, directory: '', onError }),
  );
  const { startedAtMs } = await enter(settings, { db, stops });
  const findId = async (): Promise<string> => await findDatabaseId(db);
  const fileStore = openFileStore(files, settings.filesS3, findId);
  const changes = await followChanges({ db, log });
  stops.add('changes of other programs', () => changes.close());
  const chaining = startChaining({ db, log });
  stops.add('audit log', () => chaining.close());
  const messages = settings.messages && (await openMessagesOf(db, settings.messages, log));
  stops.add('messages', async () => await messages?.close());
  const skew = watchClockSkew({ db, clock, log });
  stops.add('comparison of the clocks', () => skew.close());
  await checkSecrets({ db, files, fileStore, clock });
  const keyring = await openKeyring({ db, files }, FIRST_KEYS);
  const tracer = openTracer(settings, { log, stops, sendEveryMs: options.traceSendMs });
  const jobs = createJobs({ db, clock, log, tracer, pollMs: options.jobPollMs });
  const keys = createKeys({ db, files, fileStore, keyring, clock, jobs, log });
  stops.add('keys', () => keys.close());
  const mailer = createMailer({
    jobs,
    clock,
    files,
    from: settings.mailFrom,
    smtpUrl: settings.smtpUrl,
    onTried: metrics?.edge.onMailTried,
  });
  stops.add('mail', () => mailer.close());
  const workers = createWorkerPool();
  stops.add('worker threads', () => workers.close());
  return {
    clock,
    startedAtMs,
    onError,
    files,
    fileStore,
    keyring,
    keys,
    db,
    changes,
    messages,
    jobs,
    mailer,
    workers,
    stops,
    metrics,
    tracer,
  };
}

function openTracer(
  { tracing }: Settings,
  parts: { readonly log: Log; readonly stops: StopList; readonly sendEveryMs: number | undefined },
): Tracer | undefined {
  if (tracing === undefined) return undefined;
  const { log, stops, sendEveryMs } = parts;
  const tracer = createTracer({ ...tracing, version: readVersion(), log, sendEveryMs });
  stops.add('traces', async () => await tracer.close());
  return tracer;
}

/**
 * Brings the schema up to date, using the owner's connection if there is one. That connection also
 * reads the lease, because the program's role can't read it before the first migration has granted
 * that.
 */
async function prepareSchema(
  db: Database,
  openOwner: () => Promise<Database | undefined>,
): Promise<void> {
  const owner = await openOwner();
  if (owner === undefined) {
    await migrate(db, { mayChange: () => isLeaseFree(db) });
    return;
  }
  try {
    const programRole = await findRole(db);
    await assertOwnsNothing(owner, programRole);
    await migrate(owner, { mayChange: () => isLeaseFree(owner), programRole });
  } finally {
    await owner.close();
  }
}

export type Foundation = Awaited<ReturnType<typeof openFoundation>> & {
  readonly address: SiteAddress;
};

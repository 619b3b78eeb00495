// Technical parts without business rules: files, database, jobs, mail, worker threads.
import { checkSecrets } from '#check-secrets.ts';
import { isLeaseFree } from '#engine/engine.ts';
import { assertRestored } from '#features/backups/backups.ts';
import { systemClock } from '#platform/clock/clock.ts';
import { EMBEDDED_FOLDER, migrate, openDatabase } from '#platform/db/db.ts';
import { openFiles } from '#platform/files/files.ts';
import { createJobs } from '#platform/jobs/jobs.ts';
import { createMailer } from '#platform/mail/mail.ts';
import { createWorkerPool } from '#platform/worker-pool/worker-pool.ts';
import type { Metrics } from '#metrics/metrics.ts';
import type { Settings } from '#settings.ts';
import type { SiteAddress } from '#site-address.ts';
import type { StopList } from '#stop-list.ts';
import type { AppOptions } from './app-options.ts';

/** Creates the technical parts. */
export async function openFoundation(
  settings: Settings,
  options: AppOptions,
  { stops, metrics }: { readonly stops: StopList; readonly metrics: Metrics | undefined },
) {
  const { log, clock = systemClock } = options;
  const onFault = (err: unknown): void => log.warn({ err }, 'a fault in the background');
  await assertRestored(settings.dataDir);
  const files = await openFiles(settings.dataDir);
  const open = options.openDatabase ?? openDatabase;
  const db = await open({
    url: settings.databaseUrl,
    directory: files.path(EMBEDDED_FOLDER),
    onError: onFault,
    onLog: ({ isFault, text }) => log[isFault ? 'error' : 'info']({ text }, 'PostgreSQL'),
  });
  stops.add('database', () => db.close());
  await migrate(db, { mayChange: () => isLeaseFree(db) });
  await checkSecrets({ db, files, clock });
  const jobs = createJobs({ db, clock, log, pollMs: options.jobPollMs });
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
  return { clock, onFault, files, db, jobs, mailer, workers, stops, metrics };
}
export type Foundation = Awaited<ReturnType<typeof openFoundation>> & {
  readonly address: SiteAddress;
};

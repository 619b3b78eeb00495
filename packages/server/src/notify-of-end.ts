// Notifies the operator that the engine has stopped permanently. The mail waits in the outbox until
// the program runs again, because its supervisor restarts it at once.
import { HOUR_MS } from '@halyard/core/time';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import { operatorCommand } from '#platform/launch/launch.ts';
import { cutSecrets } from '#platform/log/log.ts';
import type { Log } from '#platform/log/log.ts';
import type { Mailer } from '#platform/mail/mail.ts';

export type NotifyOfEndDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly mailer: Mailer;
  readonly operatorEmail: string | undefined;
};

/** The minimum time between two such mails, however often the program is restarted. */
const NOTIFIED_EVERY_MS = HOUR_MS;
const ERROR_LENGTH_MAX = 1000;

/** Writes the mail. Never throws: the program ends whether or not the mail was written. */
export async function notifyOfEnd(deps: NotifyOfEndDeps, error: unknown): Promise<void> {
  const { operatorEmail, mailer, db, clock, log } = deps;
  if (operatorEmail === undefined) return;
  const nowMs = clock.nowMs();
  const at = new Date(nowMs).toISOString();
  const why = error instanceof Error ? error.message : String(error);
  try {
    await mailer.send(db.kysely, {
      to: operatorEmail,
      subject: 'The engine stopped for good',
      text:
        `At ${at} the engine met a bug and stopped, and the program ended with exit code 70. This ` +
        `mail was sent when it ran again. Look into the log, and run ${operatorCommand('audit')}.` +
        `\n\n${cutSecrets(why).slice(0, ERROR_LENGTH_MAX)}\n`,
      key: `operator:engine-stopped:${Math.floor(nowMs / NOTIFIED_EVERY_MS)}`,
    });
  } catch (err) {
    log.error({ err }, 'the operator could not be told of the end');
  }
}

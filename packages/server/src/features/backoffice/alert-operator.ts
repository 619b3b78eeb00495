// Mails the operator about conditions that need a person: a price that the filter halted, work that
// failed permanently. If mail fails, too, only the log has the message.
import { HOUR_MS } from '@halyard/core/time';
import type { Market, MarketAlert } from '@halyard/market';
import type { Notifications, OperatorMessage } from '#features/notifications/notifications.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { operatorCommand } from '#platform/launch/launch.ts';
import type { Log } from '#platform/log/log.ts';

export type AlertDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly jobs: Pick<Jobs, 'onGivenUp'>;
  readonly market: Pick<Market, 'onAlert'>;
  readonly notifications: Pick<Notifications, 'notifyOperator'>;
};

/** The minimum time between two mails for the same symbol or kind of work. */
const NOTIFIED_EVERY_MS = HOUR_MS;
/**
 * The job kind of mails, about which no mail is sent: a mail about an undeliverable mail would fail
 * as well.
 */
const MAIL_KIND = 'mail';

/** Starts the alerts. Returns a function that stops them. */
export function alertOperator(deps: AlertDeps): () => void {
  const notify = (message: OperatorMessage): void => {
    const hour = Math.floor(deps.clock.nowMs() / NOTIFIED_EVERY_MS);
    const key = `${message.key}:${hour}`;
    deps.notifications
      .notifyOperator(deps.db.kysely, { ...message, key })
      .catch((err: unknown) => deps.log.error({ err }, 'the operator could not be told'));
  };
  deps.jobs.onGivenUp(({ queue, kind, id, error }) => {
    if (kind === MAIL_KIND) return;
    notify({
      key: `given-up:${kind}`,
      subject: `Work was given up: ${kind}`,
      text: `${kind}, row ${id} of ${queue}, failed too often and is not tried again.\n\n${error}`,
    });
  });
  return deps.market.onAlert((alert) => {
    const message = toMessage(alert);
    if (message !== undefined) notify(message);
  });
}

function toMessage(alert: MarketAlert): OperatorMessage | undefined {
  const at = new Date(alert.atMs).toISOString();
  if (alert.kind === 'price-jumped') {
    return {
      key: `jump:${alert.symbol}`,
      subject: `${alert.symbol} is halted: its price jumped`,
      text:
        `At ${at} the price of ${alert.symbol} from ${alert.source} jumped further than the filter ` +
        'believes. Nothing trades on it until the jump is confirmed, which takes seconds if it is ' +
        `true. ${operatorCommand('status')} shows the state.`,
    };
  }
  if (alert.kind === 'quotes-late') {
    return {
      key: `late:${alert.source}`,
      subject: `Prices of ${alert.source} come late`,
      text:
        `At ${at} the quotes of ${alert.symbol} from ${alert.source} came ${alert.lagMs} ms late. ` +
        'Its symbols are stale until they are on time, unless another feed quotes them. Check ' +
        `this machine's clock (NTP), its network, and the vendor's status page. ${operatorCommand('status')} ` +
        'shows the lag.',
    };
  }
  if (alert.kind === 'sources-differ') {
    return {
      key: `differ:${alert.symbol}`,
      subject: `${alert.symbol}: feeds disagree about the price`,
      text: `At ${at} the feeds ${alert.sources.join(' and ')} disagreed about ${alert.symbol}.`,
    };
  }
  return undefined;
}

import { findProviderId } from '@halyard/contract/providers';
import { recordAudit } from '#platform/audit/audit.ts';
import { EXIT } from '#platform/operator/operator.ts';
import type { OperatorCommand } from '#features/backoffice/operator-command.ts';
import { isoDay, parseDay } from '#platform/clock/clock.ts';

export const reconcileCommand: OperatorCommand = {
  name: 'reconcile',
  usage: ['reconcile PROVIDER [DAY]'],
  summary:
    'Holds a day of card payments (YYYY-MM-DD, UTC; today by default) against what the provider says.',
  run: async (deps, call) => {
    const nowMs = deps.clock.nowMs();
    const today = isoDay(nowMs);
    const [name, day = today, ...rest] = call.words;
    if (name === undefined || rest.length > 0) return 'usage';
    if (parseDay(day) === undefined) {
      call.print(`${day} is not a day such as 2026-11-20.`);
      return EXIT.usage;
    }
    const id = findProviderId(name);
    if (id !== undefined) {
      // Reconciling can settle payments, so the request is recorded first.
      await recordAudit(deps.db.kysely, nowMs, {
        actor: call.actor,
        action: 'payments.reconcile',
        subject: `provider:${id}`,
        after: { day },
      });
    }
    const report = id === undefined ? undefined : await deps.payments.reconcile(id, day);
    if (report === undefined) {
      call.print(`${name} is not a connected provider.`);
      return EXIT.failed;
    }
    const { provider, payments, agreeing, unasked, differences } = report;
    call.print(`${provider}, ${report.day}: ${payments} payments were handed over.`);
    call.print(`${agreeing} agree, ${unasked} can't be asked after, ${differences.length} differ.`);
    for (const difference of differences) call.print(difference);
    return differences.length === 0 ? EXIT.done : EXIT.failed;
  },
};

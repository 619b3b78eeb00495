import * as v1 from '@halyard/contract/v1/alerts';
import type { Instrument } from '@halyard/core/instrument';
import type { Alerts } from '#features/alerts/alerts.ts';
import { ok, refused } from '#platform/http/http.ts';
import { bindOperation } from './binding.ts';
import type { OperationBinding } from './binding.ts';
import { decimalsOf } from './decimals-of.ts';
import { readId } from './read-id.ts';
import { toAlert } from './to-v1.ts';

export type AlertDeps = {
  readonly alerts: Pick<Alerts, 'list' | 'create' | 'remove'>;
  readonly listed: ReadonlyMap<string, Instrument>;
};

export function alertOperations({ alerts, listed }: AlertDeps): readonly OperationBinding[] {
  return [
    bindOperation(v1.listAlerts, async ({ customerId }) => {
      const found = await alerts.list(customerId);
      const data = found.map((alert) => toAlert(alert, decimalsOf(listed, alert.symbol)));
      return ok({ data, next_cursor: null });
    }),
    bindOperation(v1.createAlert, async ({ customerId, body: { symbol, side, price } }) => {
      const answer = await alerts.create({ customerId, symbol, side, rate: price });
      if (answer.kind === 'refused') {
        const { errors, ...rejection } = answer.rejection;
        const text = errors?.['rate'];
        return refused(
          text === undefined ? answer.rejection : { ...rejection, errors: { price: text } },
        );
      }
      return ok(toAlert(answer.data, decimalsOf(listed, symbol)));
    }),
    bindOperation(v1.deleteAlert, async ({ customerId, params }) => {
      const id = readId(params.alert_id);
      if (id === undefined) return refused({ code: 'not-found' });
      const answer = await alerts.remove({ customerId, id });
      return answer.kind === 'refused' ? answer : ok(undefined);
    }),
  ];
}

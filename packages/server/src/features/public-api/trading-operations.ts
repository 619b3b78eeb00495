// Open positions of the API. The use cases are those of the web app; only the formats are the API's
// own.
import { randomUUID } from 'node:crypto';
import type { Position as WirePosition } from '@halyard/contract/trading';
import * as v1 from '@halyard/contract/v1/trading';
import type { Instrument } from '@halyard/core/instrument';
import type { Trading } from '#features/trading/trading.ts';
import { ok, refused } from '#platform/http/http.ts';
import { bindOperation } from './binding.ts';
import type { OperationBinding } from './binding.ts';
import { decimalsOf } from './decimals-of.ts';
import { readId } from './read-id.ts';
import { toPosition, toTrade } from './to-v1.ts';
import { toV1Fields } from './v1-fields.ts';

export type TradingDeps = {
  readonly trading: Pick<Trading, 'desk' | 'viewAccount'>;
  readonly listed: ReadonlyMap<string, Instrument>;
};

const FIELDS = {
  amount: 'margin',
  stop_lost: 'stop_loss',
  trailing_distance: 'trailing_stop_distance',
};

type Named = { readonly customerId: number; readonly params: { readonly position_id: string } };

export function tradingOperations({ trading, listed }: TradingDeps): readonly OperationBinding[] {
  const { desk } = trading;
  const toV1 = (position: WirePosition): v1.Position =>
    toPosition(position, decimalsOf(listed, position.symbol));
  const find = async ({ customerId, params }: Named): Promise<WirePosition | undefined> => {
    const { positions } = await trading.viewAccount(customerId);
    return positions.open.find(({ id }) => String(id) === params.position_id);
  };
  return [
    bindOperation(v1.listPositions, async ({ customerId }) => {
      const { positions } = await trading.viewAccount(customerId);
      return ok({ data: positions.open.map(toV1), next_cursor: null });
    }),
    bindOperation(v1.getPosition, async (call) => {
      const position = await find(call);
      return position === undefined ? refused({ code: 'not-found' }) : ok(toV1(position));
    }),
    bindOperation(v1.updatePosition, async (call) => {
      const { customerId: accountId, body } = call;
      const position = await find(call);
      if (position === undefined) return refused({ code: 'not-found' });
      const { id, stop_lost, take_profit } = position;
      const { trailing_stop_distance: trail } = body;
      const answer = await desk.updatePosition({
        accountId,
        requestId: `client:v1-update:${randomUUID()}`,
        message: {
          id,
          stop_lost: body.stop_loss === undefined ? stop_lost : body.stop_loss,
          take_profit: body.take_profit === undefined ? take_profit : body.take_profit,
          ...(trail === undefined ? {} : { trailing_distance: trail }),
        },
      });
      if (answer.kind === 'refused') return refused(toV1Fields(answer.rejection, FIELDS));
      return ok(toV1({ ...position, ...answer.data }));
    }),
    bindOperation(v1.closePosition, async (call) => {
      const { customerId: accountId, params, body, idempotencyKey } = call;
      const id = readId(params.position_id);
      if (id === undefined) return refused({ code: 'not-found' });
      const answer = await desk.closePosition({
        accountId,
        requestId: `client:v1-close:${idempotencyKey}`,
        message: { id, ...(body.margin === undefined ? {} : { amount: body.margin }) },
      });
      if (answer.kind === 'refused') return refused(toV1Fields(answer.rejection, FIELDS));
      const { position } = answer.data;
      return ok(toTrade(position, decimalsOf(listed, position.symbol)));
    }),
  ];
}

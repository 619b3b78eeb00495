// Open positions of the API. The use cases are those of the web app; only the formats are the API's
// own.
import { randomUUID } from 'node:crypto';
import type { Position as WirePosition } from '@halyard/contract/trading';
import * as v1 from '@halyard/contract/v1/trading';
import type { Instrument } from '@halyard/core/instrument';
import { ok, refused } from '#platform/http/http.ts';
import type { AccountsTrading } from './accounts-trading.ts';
import { bindOperation } from './binding.ts';
import type { OperationBinding } from './binding.ts';
import { decimalsOf } from './decimals-of.ts';
import { readId } from './read-id.ts';
import { toPosition, toTrade } from './to-v1.ts';
import type { KeyAccount } from './to-v1.ts';
import { toV1Rejection } from './v1-rejection.ts';

export type TradingDeps = {
  readonly tradingOf: AccountsTrading<'desk' | 'viewAccount'>;
  readonly listed: ReadonlyMap<string, Instrument>;
};

const FIELDS = {
  amount: 'margin',
  stop_lost: 'stop_loss',
  trailing_distance: 'trailing_stop_distance',
};

type Named = KeyAccount & { readonly params: { readonly position_id: string } };

export function tradingOperations({ tradingOf, listed }: TradingDeps): readonly OperationBinding[] {
  const toV1 = (position: WirePosition): v1.Position =>
    toPosition(position, decimalsOf(listed, position.symbol));
  const find = async ({
    customerId,
    environment,
    params,
  }: Named): Promise<WirePosition | undefined> => {
    const { positions } = await tradingOf[environment].viewAccount(customerId);
    return positions.open.find(({ id }) => String(id) === params.position_id);
  };
  return [
    bindOperation(v1.listPositions, async ({ customerId, environment }) => {
      const { positions } = await tradingOf[environment].viewAccount(customerId);
      return ok({ data: positions.open.map(toV1), next_cursor: null });
    }),
    bindOperation(v1.getPosition, async (call) => {
      const position = await find(call);
      return position === undefined ? refused({ code: 'not-found' }) : ok(toV1(position));
    }),
    bindOperation(v1.updatePosition, async (call) => {
      const { customerId: accountId, environment, body } = call;
      const position = await find(call);
      if (position === undefined) return refused({ code: 'not-found' });
      const { stop_loss: stop_lost, take_profit, trailing_stop_distance } = body;
      const levels = { stop_lost, take_profit, trailing_distance: trailing_stop_distance };
      const answer = await tradingOf[environment].desk.changeLevels({
        accountId,
        requestId: `client:v1-update:${randomUUID()}`,
        message: { id: position.id, ...levels },
      });
      if (answer.kind === 'refused') {
        const decimals = decimalsOf(listed, position.symbol);
        return refused(toV1Rejection(answer.rejection, { names: FIELDS, decimals }));
      }
      return ok(toV1({ ...position, ...answer.data }));
    }),
    bindOperation(v1.closePosition, async (call) => {
      const { customerId: accountId, environment, params, body, idempotencyKey } = call;
      const id = readId(params.position_id);
      if (id === undefined) return refused({ code: 'not-found' });
      const answer = await tradingOf[environment].desk.closePosition({
        accountId,
        requestId: `client:v1-close:${idempotencyKey}`,
        message: { id, ...(body.margin === undefined ? {} : { amount: body.margin }) },
      });
      if (answer.kind === 'refused') {
        // None of these rejections contains a price, so the decimals have no effect.
        return refused(toV1Rejection(answer.rejection, { names: FIELDS, decimals: 0 }));
      }
      const { position } = answer.data;
      return ok(toTrade(position, decimalsOf(listed, position.symbol)));
    }),
  ];
}

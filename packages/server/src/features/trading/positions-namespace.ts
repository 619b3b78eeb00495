// The customer's own socket: orders in, account data out. The session of the handshake identifies
// the sender; a `dataUser` that names someone else is rejected.
import {
  PRICE_INTERVAL_MS,
  RequestMessage,
  type PositionsToClient,
  type PositionsToServer,
} from '@halyard/contract/live';
import { AmendOrderMessage, CancelOrderMessage, PlaceOrderMessage } from '@halyard/contract/orders';
import {
  CloseAllMessage,
  ClosePositionMessage,
  OpenPositionMessage,
  UpdatePositionMessage,
  type DataUser,
} from '@halyard/contract/trading';
import { assert } from '@halyard/core/assertion';
import type { Customers } from '#features/customers/customers.ts';
import type { Notifications } from '#features/notifications/notifications.ts';
import { ok, refused } from '#platform/http/http.ts';
import type { Answer } from '#platform/http/http.ts';
import { onEvent, subjectRoom } from '#platform/live/live.ts';
import type { Channel, Live, LiveCall, LiveEvent } from '#platform/live/live.ts';
import type { Log } from '#platform/log/log.ts';
import type * as z from 'zod/mini';
import { AccountPushes } from './account-pushes.ts';
import { closePosition } from './close-position.ts';
import type { CloseDeps } from './close-position.ts';
import { closePositions } from './close-positions.ts';
import { isOwn } from './data-user.ts';
import { amendOrder, cancelOrder, listPendingOrders, placeOrder } from './orders/orders.ts';
import type { OrderDeps } from './orders/orders.ts';
import { openPosition } from './open-position.ts';
import type { OpenDeps } from './open-position.ts';
import type { Given } from './trading-command.ts';
import { updatePosition } from './update-position.ts';
import type { UpdateDeps } from './update-position.ts';
import { viewAccount, viewFigures, viewPositions } from './view-account.ts';
import type { ViewDeps } from './view-account.ts';

export type PositionsDeps = OpenDeps &
  OrderDeps &
  CloseDeps &
  UpdateDeps &
  ViewDeps & {
    readonly live: Live;
    readonly customers: Pick<Customers, 'getUniqid'>;
    readonly notifications: Pick<Notifications, 'onNotified'>;
    readonly log: Log;
  };

export type PositionsNamespace = { close(): void };

/** `name`: POSITIONS_NAMESPACE, or the one of practice accounts. */
export function openPositionsNamespace(
  deps: PositionsDeps,
  name: `/${string}`,
): PositionsNamespace {
  const channel: Channel<PositionsToClient> = deps.live.namespace<
    PositionsToServer,
    PositionsToClient
  >({
    name,
    access: 'customer',
    events: {
      ...requestEvents(deps),
      openPosition: command(deps, OpenPositionMessage, openPosition),
      closePosition: command(deps, ClosePositionMessage, closePosition),
      updatePosition: command(deps, UpdatePositionMessage, updatePosition),
      closeAll: command(deps, CloseAllMessage, closePositions),
      placeOrder: command(deps, PlaceOrderMessage, placeOrder),
      amendOrder: command(deps, AmendOrderMessage, amendOrder),
      cancelOrder: command(deps, CancelOrderMessage, cancelOrder),
    },
    onConnect: ({ caller }) => followed.add(caller?.subjectId),
    onDisconnect: ({ caller }) => followed.remove(caller?.subjectId),
  });
  const pushes = new AccountPushes({
    intervalMs: PRICE_INTERVAL_MS,
    isWatched: (accountId) => channel.hasSubject(accountId),
    push: async (accountId) => {
      const { positions, figures } = await viewAccount(deps, accountId);
      channel.emit(subjectRoom(accountId), 'positions', positions);
      channel.emit(subjectRoom(accountId), 'balance', figures);
      channel.emit(subjectRoom(accountId), 'orders', await listPendingOrders(deps, accountId));
    },
    log: deps.log,
  });
  const followed = createFollowing(deps.engine, {
    isWatched: (accountId) => channel.hasSubject(accountId),
    onChanged: (accountId) => pushes.note([accountId]),
  });
  const endResumed = deps.engine.onResumed(() => {
    deps.recentHistory.clear();
    pushes.note(channel.listSubjects());
  });
  const endNotifications = deps.notifications.onNotified((customerId, push) =>
    channel.emit(subjectRoom(customerId), 'notification', push),
  );
  return {
    close: () => {
      followed.close();
      endResumed();
      endNotifications();
      pushes.close();
    },
  };
}

/** Follows the accounts that have a connection. */
function createFollowing(
  engine: PositionsDeps['engine'],
  watch: {
    readonly isWatched: (accountId: number) => boolean;
    readonly onChanged: (accountId: number) => void;
  },
) {
  const ends = new Map<number, () => void>();
  return {
    add(accountId: number | undefined) {
      if (accountId === undefined || ends.has(accountId)) return;
      ends.set(accountId, engine.follow(accountId, () => watch.onChanged(accountId)).end);
    },
    remove(accountId: number | undefined) {
      if (accountId === undefined || watch.isWatched(accountId)) return;
      ends.get(accountId)?.();
      ends.delete(accountId);
    },
    close() {
      for (const end of ends.values()) end();
      ends.clear();
    },
  };
}

type Event = LiveEvent<PositionsToClient>;
type AnyCall = LiveCall<{ readonly dataUser?: SentDataUser } | null | undefined, PositionsToClient>;
type SentDataUser = z.infer<typeof DataUser>;

function requestEvents(
  deps: PositionsDeps,
): Record<'positions' | 'balance' | 'orders' | 'activity', Event> {
  const request = (isUse: boolean, answer: (call: AnyCall, accountId: number) => Promise<void>) =>
    onEvent<typeof RequestMessage, PositionsToClient>({
      schema: RequestMessage,
      isUse,
      handle: async (call) => {
        const accountId = await findOwnAccountId(deps, call);
        if (accountId === undefined) return refused({ code: 'forbidden' });
        await answer(call, accountId);
        return ok({});
      },
    });
  return {
    positions: request(false, async ({ peer }, accountId) =>
      peer.emit('positions', await viewPositions(deps, accountId)),
    ),
    balance: request(false, async ({ peer }, accountId) =>
      peer.emit('balance', await viewFigures(deps, accountId)),
    ),
    orders: request(false, async ({ peer }, accountId) =>
      peer.emit('orders', await listPendingOrders(deps, accountId)),
    ),
    // The event only records use of the session, which the live feed has already done.
    activity: request(true, async () => undefined),
  };
}

/** Declares a trading event. Clients' request ids are separate from the broker's own. */
function command<Schema extends z.ZodMiniType<{ readonly dataUser?: SentDataUser }>>(
  deps: PositionsDeps,
  schema: Schema,
  run: (deps: PositionsDeps, given: Given<z.infer<Schema>>) => Promise<Answer<unknown>>,
): Event {
  return onEvent<Schema, PositionsToClient>({
    schema,
    isUse: true,
    handle: async (call) => {
      const accountId = await findOwnAccountId(deps, call);
      if (accountId === undefined) return refused({ code: 'forbidden' });
      return await run(deps, {
        accountId,
        requestId: `client:${call.requestId}`,
        message: call.message,
      });
    },
  });
}

/** Returns the caller's account; undefined if the message names somebody else. */
async function findOwnAccountId(deps: PositionsDeps, call: AnyCall): Promise<number | undefined> {
  const { caller } = call.peer;
  assert(caller !== null, 'this namespace requires a session');
  const { subjectId, token } = caller;
  const dataUser = call.message?.dataUser;
  if (dataUser === undefined) return subjectId;
  const uniqid = await deps.customers.getUniqid(subjectId);
  return isOwn(dataUser, { token, uniqid }) ? subjectId : undefined;
}

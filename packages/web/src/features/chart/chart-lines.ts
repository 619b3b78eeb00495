// The lines of the open positions and pending orders on a symbol.
import type { PriceAlert } from '@halyard/contract/price-alerts';
import type { Order } from '@halyard/contract/orders';
import type { Position } from '@halyard/contract/trading';
import type { ChartLine } from './chart-adapter.ts';

export type LineTexts = {
  entry(position: Position): string;
  readonly stop: string;
  readonly target: string;
  readonly trail: string;
  rate(rate: number): string;
  /** Returns the label of an order's line. */
  order(order: Order): string;
  plannedOrder(order: PlannedOrder): string;
  /** The tags at the end of an order's line. */
  readonly orderTag: Readonly<Record<Order['kind'], string>>;
  /** The tag of the lines of the order in the ticket. */
  readonly planned: string;
  /** The tag of an alert's line, beside the price that it watches. */
  readonly alert: string;
  alertSide(alert: PriceAlert): string;
};

export function chartLines(
  positions: readonly Position[],
  symbol: string,
  texts: LineTexts,
): readonly ChartLine[] {
  return positions
    .filter((position) => position.symbol === symbol)
    .flatMap((position) => [
      entryLine(position, texts),
      ...levelLine(position, 'stop_lost', texts),
      ...levelLine(position, 'take_profit', texts),
      ...trailLine(position, texts),
    ]);
}

function entryLine(position: Position, texts: LineTexts): ChartLine {
  return {
    id: `${position.id}-entry`,
    price: position.open_rate,
    label: texts.entry(position),
    // These lines have no tag, so that the last price, which is usually near, keeps its place on
    // the axis.
    tag: undefined,
    axisLabel: undefined,
    tone: position.direction === 'buy' ? 'up' : 'down',
  };
}

function levelLine(
  position: Position,
  level: 'stop_lost' | 'take_profit',
  texts: LineTexts,
): readonly ChartLine[] {
  const price = position[level];
  if (price === null) return [];
  const isStop = level === 'stop_lost';
  return [
    {
      id: `${position.id}-${level}`,
      price,
      label: '',
      tag: isStop ? texts.stop : texts.target,
      axisLabel: texts.rate(price),
      tone: isStop ? 'down' : 'up',
      level: { owner: 'position', id: position.id, kind: isStop ? 'stop' : 'target' },
    },
  ];
}

/** A trailing stop moves by itself, so its line can't be dragged. */
function trailLine(
  { id, trailing_stop: price = null }: Position,
  texts: LineTexts,
): readonly ChartLine[] {
  if (price === null) return [];
  const axisLabel = texts.rate(price);
  return [{ id: `${id}-trail`, price, label: '', tag: texts.trail, axisLabel, tone: 'down' }];
}

export type PlannedOrder = Pick<Order, 'direction' | 'kind'>;

/** Returns the lines of the order in the ticket: its price, stop and target. */
export type PlannedLevels = {
  readonly price: number | undefined;
  readonly order: PlannedOrder | undefined;
  readonly stop: number | undefined;
  readonly target: number | undefined;
};

export function plannedLines(planned: PlannedLevels, texts: LineTexts): readonly ChartLine[] {
  const levels = (['stop', 'target'] as const).flatMap((kind) => {
    const price = planned[kind];
    if (price === undefined) return [];
    return [
      {
        id: `ticket-${kind}`,
        price,
        label: texts.planned,
        tag: kind === 'stop' ? texts.stop : texts.target,
        axisLabel: texts.rate(price),
        tone: kind === 'stop' ? ('down' as const) : ('up' as const),
        level: { owner: 'ticket' as const, kind },
      },
    ];
  });
  const { price, order } = planned;
  if (price === undefined || order === undefined) return levels;
  const line: ChartLine = {
    id: 'ticket-price',
    price,
    label: texts.plannedOrder(order),
    tag: texts.orderTag[order.kind],
    axisLabel: texts.rate(price),
    tone: toneOf(order),
    level: { owner: 'ticket', kind: 'price' },
  };
  return [line, ...levels];
}

/**
 * Returns the lines of the pending orders on a symbol: the price of each, and those of its stop and
 * target that are given as prices.
 */
export function orderLines(
  orders: readonly Order[],
  symbol: string,
  texts: LineTexts,
): readonly ChartLine[] {
  return orders
    .filter((order) => order.symbol === symbol)
    .flatMap((order) => [
      {
        id: `order-${order.id}-price`,
        price: order.price,
        label: texts.order(order),
        tag: texts.orderTag[order.kind],
        axisLabel: texts.rate(order.price),
        tone: toneOf(order),
        level: { owner: 'order', id: order.id, kind: 'price' } as const,
        cancels: order.id,
      },
      ...orderLevelLine(order, 'stop', texts),
      ...orderLevelLine(order, 'target', texts),
    ]);
}

function orderLevelLine(
  order: Order,
  kind: 'stop' | 'target',
  texts: LineTexts,
): readonly ChartLine[] {
  const isStop = kind === 'stop';
  const price = isStop ? order.stop_lost : order.take_profit;
  if (price === null) return [];
  return [
    {
      id: `order-${order.id}-${kind}`,
      price,
      label: '',
      tag: isStop ? texts.stop : texts.target,
      axisLabel: texts.rate(price),
      tone: isStop ? 'down' : 'up',
      level: { owner: 'order', id: order.id, kind },
    },
  ];
}

function toneOf({ direction }: PlannedOrder): 'up' | 'down' {
  return direction === 'buy' ? 'up' : 'down';
}

/** Returns the lines of the price alerts, which can't be dragged. */
export function alertLines(alerts: readonly PriceAlert[], texts: LineTexts): readonly ChartLine[] {
  return alerts.map((alert) => ({
    id: `alert-${alert.id}`,
    price: alert.rate,
    label: texts.alertSide(alert),
    tag: texts.alert,
    axisLabel: texts.rate(alert.rate),
    tone: 'muted',
  }));
}

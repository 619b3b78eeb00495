// The lines of open positions on a symbol: entry, stop and target.
import type { PriceAlert } from '@halyard/contract/price-alerts';
import type { Position } from '@halyard/contract/trading';
import type { ChartLine } from './chart-adapter.ts';

export type LineTexts = {
  entry(position: Position): string;
  readonly stop: string;
  readonly target: string;
  rate(rate: number): string;
  /** Beside a line of the order being filled in. */
  readonly planned: string;
  /** At the end of an alert's line, with the price that it watches. */
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
    ]);
}

function entryLine(position: Position, texts: LineTexts): ChartLine {
  return {
    id: `${position.id}-entry`,
    price: position.open_rate,
    label: texts.entry(position),
    // The last price, usually near, keeps its place on the axis.
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
      level: { owner: position.id, kind: isStop ? 'stop' : 'target' },
    },
  ];
}

/** Stop and target of the order being filled in. */
export type PlannedLevels = {
  readonly stop: number | undefined;
  readonly target: number | undefined;
};

export function plannedLines(planned: PlannedLevels, texts: LineTexts): readonly ChartLine[] {
  return (['stop', 'target'] as const).flatMap((kind) => {
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
}

/** Price alerts; their lines can't be moved. */
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

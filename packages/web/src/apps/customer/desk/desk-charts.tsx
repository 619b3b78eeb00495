import { Suspense } from 'react';
import { PriceChart } from '#features/chart/chart.tsx';
import { lazyPart } from '#ui/feedback/lazy-part.tsx';
import { Region } from '#apps/frame/region.tsx';
import { type ChartHandlers, type Charts, useCharts } from './use-charts.ts';
import type { WorkspaceLayout } from './workspace.tsx';

const ChartGrid = lazyPart(async () => (await import('./chart-grid.tsx')).ChartGrid);

type DeskChartsProps = ChartHandlers & {
  readonly symbol: string;
  readonly layout: WorkspaceLayout;
};

/**
 * One, two or four charts. Where there is no room for several, only the one that the ticket trades.
 */
export function DeskCharts({ symbol, layout, ...handlers }: DeskChartsProps) {
  const charts = useCharts(symbol);
  const { cells, focused } = charts;
  const hasRoom = layout === 'wide' || layout === 'desk';
  if (cells.length > 1 && hasRoom) {
    return (
      <Suspense>
        <ChartGrid charts={charts} handlers={handlers} />
      </Suspense>
    );
  }
  return <OnlyChart charts={charts} index={focused} handlers={handlers} />;
}

type OnlyChartProps = {
  readonly charts: Charts;
  readonly index: number;
  readonly handlers: ChartHandlers;
};

function OnlyChart({ charts, index, handlers }: OnlyChartProps) {
  const cell = charts.cells[index];
  if (cell === undefined) return null;
  return (
    <Region resetKey={cell.symbol}>
      <PriceChart cell={cell} onCell={(next) => charts.change(index, next)} {...handlers} />
    </Region>
  );
}

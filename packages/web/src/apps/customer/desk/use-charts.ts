// The charts of the trading screen. The focused chart shows the symbol of the page's address, which
// the ticket trades. Focusing another chart navigates to its symbol.
import type { ChartCell, Layout } from '@halyard/contract/workspace';
import { type ComponentProps, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { browserStore } from '#data/storage/text-store.ts';
import { type ChartFocus, focusedIndex, shownCells } from '#data/workspace/chart-cells.ts';
import { changeLayout, useLayout } from '#data/workspace/workspace.ts';
import { type PriceChart, usualCell } from '#features/chart/chart.tsx';
import { platformPath } from '#paths.ts';

export type Charts = {
  readonly cells: readonly ChartCell[];
  readonly focused: number;
  readonly focusOn: (index: number) => void;
  readonly change: (index: number, cell: ChartCell) => void;
};

/** The handlers that all charts share. */
export type ChartHandlers = Omit<ComponentProps<typeof PriceChart>, 'cell' | 'onCell' | 'place'>;

export type ChartCount = Layout['chartCount'];

function keepCells(cells: readonly ChartCell[]): void {
  // Charts beyond the current number stay stored until the customer shows more charts again.
  changeLayout((now) => ({ ...now, charts: [...cells, ...now.charts.slice(cells.length)] }));
}

/** Returns the number of charts, and sets it. */
export function useChartCount(): readonly [ChartCount, (count: ChartCount) => void] {
  return [useLayout().chartCount, (chartCount) => changeLayout((now) => ({ ...now, chartCount }))];
}

export function useCharts(symbol: string): Charts {
  const stored = shownCells(useLayout(), usualCell(browserStore, symbol));
  const navigate = useNavigate();
  const [focus, setFocus] = useState<ChartFocus>();
  const [lastSymbol, setLastSymbol] = useState(symbol);
  if (lastSymbol !== symbol) {
    setLastSymbol(symbol);
    setFocus({ index: focusedIndex(stored, focus, lastSymbol) });
  }
  const focused = focusedIndex(stored, focus, symbol);
  const cells = stored.map((cell, at) =>
    at === focused ? { ...cell, symbol: focus?.awaited ?? symbol } : cell,
  );
  useKeepSymbol(symbol, cells);
  return {
    cells,
    focused,
    focusOn(index) {
      const target = cells[index]?.symbol;
      if (index === focused || target === undefined) return;
      keepCells(cells);
      const isElsewhere = target !== symbol;
      setFocus({ index, ...(isElsewhere ? { awaited: target } : {}) });
      if (isElsewhere) void navigate(platformPath(target));
    },
    change: (index, cell) => keepCells(cells.map((each, at) => (at === index ? cell : each))),
  };
}

/**
 * Stores the symbol of the focused chart if there are several. A single chart follows the address.
 */
function useKeepSymbol(symbol: string, cells: readonly ChartCell[]): void {
  const keep = useEffectEvent(() => {
    if (cells.length > 1) keepCells(cells);
  });
  const last = useRef(symbol);
  useEffect(() => {
    if (last.current === symbol) return;
    last.current = symbol;
    keep();
  }, [symbol]);
}

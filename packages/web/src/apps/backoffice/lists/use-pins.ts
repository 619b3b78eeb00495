// Columns that stay in place while a table scrolls sideways. Where each one sticks follows from the
// widths of those before it, which only the browser knows.
import { useLayoutEffect, useRef, type CSSProperties, type RefObject } from 'react';

/** Measures the first `count` columns of the table into variables of its style. */
export function usePins(
  count: number,
  columns: readonly string[],
): RefObject<HTMLTableElement | null> {
  const ref = useRef<HTMLTableElement>(null);
  const names = columns.join();
  useLayoutEffect(() => {
    const table = ref.current;
    if (table === null || count === 0) return undefined;
    const cells = [...(table.tHead?.rows[0]?.cells ?? [])].slice(0, count);
    const measure = (): void => {
      let left = 0;
      for (const [at, cell] of cells.entries()) {
        table.style.setProperty(`--pin-${at}`, `${left}px`);
        left += cell.offsetWidth;
      }
    };
    measure();
    const observer = new ResizeObserver(measure);
    for (const cell of cells) observer.observe(cell);
    return () => observer.disconnect();
  }, [count, names]);
  return ref;
}

export type Pin = { readonly 'data-pin'?: 'last' | 'one'; readonly style?: CSSProperties };

/** The attributes of a cell in the column at this place, of which the first `count` are pinned. */
export function pinOf(at: number, count: number): Pin {
  if (at >= count) return {};
  return { 'data-pin': at === count - 1 ? 'last' : 'one', style: { left: `var(--pin-${at})` } };
}

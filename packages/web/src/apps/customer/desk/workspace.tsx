// Arranges the trading screen. From 1280 px: markets, chart and ticket side by side. From 900 px:
// ticket and markets in one column. Below 900 px: one scrolling page. Below 600 px (phones): one
// view at a time. From 900 px, and in a phone's chart view, the screen is exactly as high as the
// window.
import { clsx } from 'clsx';
import type { CSSProperties, ReactNode } from 'react';
import { useMediaQuery } from '@mantine/hooks';
import { type PanelName, usePanelSizes } from './panel-sizes.ts';
import { ResizeHandle } from './resize-handle.tsx';
import classes from './workspace.module.css';

export type WorkspaceLayout = 'wide' | 'desk' | 'tablet' | 'phone';

const PANELS_OF = {
  wide: ['left', 'bottom', 'right'],
  desk: ['left', 'bottom'],
  tablet: [],
  phone: [],
} as const satisfies Record<WorkspaceLayout, readonly PanelName[]>;

/** Returns the panels of a layout that can be collapsed. */
export function panelsOf(layout: WorkspaceLayout): readonly PanelName[] {
  return PANELS_OF[layout];
}

/** The style sheets use the same widths. */
export function useWorkspaceLayout(): WorkspaceLayout {
  const isWide = useMedia('(width >= 1280px)');
  const isDesk = useMedia('(width >= 900px)');
  const isPhone = useMedia('(width < 600px)');
  if (isPhone) return 'phone';
  return isWide ? 'wide' : isDesk ? 'desk' : 'tablet';
}

function useMedia(query: string): boolean {
  return useMediaQuery(query, undefined, { getInitialValueInEffect: false }) === true;
}

type WorkspaceProps = {
  readonly layout: 'wide' | 'desk' | 'tablet';
  readonly isStale: boolean;
  readonly summary: ReactNode;
  readonly ticket: ReactNode;
  readonly calculator: ReactNode;
  readonly markets: ReactNode;
  readonly chart: ReactNode;
  readonly positions: ReactNode;
};

export function Workspace(props: WorkspaceProps) {
  const { layout, isStale, summary, ticket, calculator, markets, chart, positions } = props;
  const { px, folded } = usePanelSizes();
  const isLocked = layout !== 'tablet';
  const isShown = (panel: PanelName) => !isLocked || !folded.includes(panel);
  const hasHandle = (panel: PanelName) => panelsOf(layout).includes(panel) && isShown(panel);
  const sizes = {
    '--left': `${px.left}px`,
    '--right': `${px.right}px`,
    '--bottom': `${px.bottom}px`,
  } as CSSProperties;
  const ticketPart = (
    <div key="ticket" className={classes['ticket']} data-tour="ticket">
      {ticket}
    </div>
  );
  const sideParts = [
    <div key="calculator" className={classes['calculator']}>
      {calculator}
    </div>,
    <div key="markets" className={classes['markets']} data-tour="markets">
      {markets}
    </div>,
  ];
  return (
    <div
      className={clsx(classes['screen'], isStale && classes['stale'])}
      data-workspace={isLocked ? 'locked' : 'flow'}
      data-layout={layout}
      style={sizes}
    >
      <div className={classes['summary']}>{summary}</div>
      {isShown('left') && (
        <div className={classes['left']}>
          {layout === 'wide' ? sideParts : [ticketPart, ...sideParts]}
        </div>
      )}
      {hasHandle('left') && <ResizeHandle panel="left" />}
      <div className={classes['center']}>
        <div className={classes['chart']}>{chart}</div>
        {hasHandle('bottom') && <ResizeHandle panel="bottom" />}
        {isShown('bottom') && (
          <div className={classes['positions']} data-tour="positions">
            {positions}
          </div>
        )}
      </div>
      {hasHandle('right') && <ResizeHandle panel="right" />}
      {layout === 'wide' && isShown('right') && ticketPart}
    </div>
  );
}

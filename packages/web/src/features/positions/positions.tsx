// The tables of open and closed positions, and the details of each.
import type { Asset, Position } from '@halyard/contract/trading';
import { MINUTE_MS } from '@halyard/core/time';
import { clsx } from 'clsx';
import { type ComponentType, memo, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  useAccountSnapshot,
  useAssetIndex,
  useOpenProfit,
  useOpenReturn,
} from '#data/market/trading.tsx';
import { closedReturn } from '#data/market/trading-core.ts';
import { useNow } from '#data/market/use-now.ts';
import { filterRows, sortRows } from '#data/workspace/sort-rows.ts';
import { filterTable, useTableView } from '#data/workspace/table-view.ts';
import { type DeskColumn, TableMenu, useTableColumns } from '#forms/tables/table-menu.tsx';
import { useFormat } from '#i18n/format.ts';
import { Button } from '#ui/controls.ts';
import { DataTable } from '#ui/lists/data-table.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Skeleton } from '#ui/feedback/loading.tsx';
import { OlderButton } from '#ui/inputs/older-button.tsx';
import { useAway } from '#ui/lists/use-away.ts';
import { useGrowing } from '#ui/lists/use-growing.ts';
import { useInView } from '#ui/lists/use-in-view.ts';
import { BreakEvenButton } from './break-even-button.tsx';
import { CloseAll } from './close-all.tsx';
import { CloseCell } from './close-cell.tsx';
import { CurrentRate } from './current-rate.tsx';
import { GapNotices } from './gap-notices.tsx';
import { useHistoryPages } from './history-pages.ts';
import { LevelEditor, PositionDetails, usePositionDialogs } from './lazy-dialogs.ts';
import { LevelButton } from './level-button.tsx';
import { FigureCells, MarketCell, ProfitCell } from './position-cells.tsx';
import { POSITION_KEYS, useClosedColumns, useOpenColumns } from './position-columns.ts';
import { useReasonText } from './use-reason-text.ts';
import classes from './positions.module.css';

export { MovedLevelEditor } from './lazy-dialogs.ts';

export function OpenPositions() {
  const { t } = useTranslation('trading');
  const { positions } = useAccountSnapshot();
  const open = positions?.open;
  usePositionDialogs(open !== undefined && open.length > 0);
  return (
    <>
      {open !== undefined && <GapNotices open={open} />}
      <PositionTable
        table="positions"
        caption={t('openPositions')}
        columns={useOpenColumns()}
        positions={open}
        emptyHint={t('noPositionsHint')}
        row={OpenRow}
        className={classes['open']}
      />
    </>
  );
}

/** The menu for the filter, sort order and columns of the open positions. */
export function OpenPositionsMenu() {
  return <TableMenu table="positions" columns={useOpenColumns()} opensUp />;
}

/** The menu for the filter, sort order and columns of the closed positions. */
export function PositionHistoryMenu() {
  return <TableMenu table="closed" columns={useClosedColumns()} />;
}

/** Closes several positions at once; shown if more than one is open. */
export function CloseOpenPositions() {
  const open = useAccountSnapshot().positions?.open ?? [];
  return open.length > 1 ? <CloseAll open={open} /> : null;
}

export function PositionHistory() {
  const { t } = useTranslation('trading');
  const pages = useHistoryPages(useAccountSnapshot().positions?.history);
  return (
    <>
      <PositionTable
        table="closed"
        caption={t('closedPositions')}
        columns={useClosedColumns()}
        positions={pages.positions}
        emptyHint={t('noHistoryHint')}
        row={ClosedRow}
        className={classes['closed']}
      />
      <OlderButton pages={pages}>{t('olderPositions')}</OlderButton>
    </>
  );
}

type RowProps = {
  readonly position: Position;
  readonly asset: Asset | undefined;
  /** Called to open a dialog; the same function in all renders. */
  readonly onDialog: (dialog: Dialog) => void;
};

/** The open dialog, and the id of its position. */
type Dialog = { readonly kind: 'details' | 'levels'; readonly id: number };

type PositionTableProps = {
  readonly table: 'positions' | 'closed';
  readonly caption: string;
  readonly columns: readonly DeskColumn[];
  /** The positions; undefined until the server has sent them. */
  readonly positions: readonly Position[] | undefined;
  readonly emptyHint: string;
  readonly row: ComponentType<RowProps>;
  readonly className: string | undefined;
};

function PositionTable(props: PositionTableProps) {
  const { table, caption, positions, emptyHint, row: Row, className } = props;
  const { t } = useTranslation('trading');
  const { t: deskText } = useTranslation('desk');
  const { filter, sort } = useTableView(table);
  const columns = useTableColumns(table, props.columns);
  const assets = useAssetIndex();
  const [dialog, setDialog] = useState<Dialog>();
  const drawn = useGrowing(positions?.length ?? 0);
  if (positions === undefined) {
    return (
      <div className={classes['skeleton']}>
        <Skeleton width="100%" height="36px" />
      </div>
    );
  }
  if (positions.length === 0) {
    return <EmptyState title={t('noPositions')}>{emptyHint}</EmptyState>;
  }
  const found = filterRows(positions, filter);
  if (found.length === 0) {
    return (
      <EmptyState title={deskText('tableNothing')}>
        <Button variant="default" size="compact-sm" onClick={() => filterTable(table, '')}>
          {deskText('tableShowAll')}
        </Button>
      </EmptyState>
    );
  }
  const sorted = sortRows(found, sort, POSITION_KEYS);
  const { kind } = dialog ?? {};
  const position = positions.find(({ id }) => id === dialog?.id);
  const asset = position && assets?.get(position.symbol);
  const close = () => setDialog(undefined);
  return (
    <div className={clsx(classes['table'], className)}>
      <DataTable caption={caption} columns={columns}>
        {sorted.slice(0, drawn).map((each) => (
          <Row
            key={each.id}
            position={each}
            asset={assets?.get(each.symbol)}
            onDialog={setDialog}
          />
        ))}
      </DataTable>
      <Suspense>
        {kind === 'details' && position !== undefined && (
          <PositionDetails
            position={position}
            asset={asset}
            onClose={close}
            onEdit={(id) => setDialog({ kind: 'levels', id })}
          />
        )}
        {kind === 'levels' && position !== undefined && asset !== undefined && (
          <LevelEditor position={position} asset={asset} onClose={close} />
        )}
      </Suspense>
    </div>
  );
}

/**
 * A row far from the screen keeps its height and its state, such as an unanswered close, but its
 * cells are not laid out: with two hundred rows, that would be much of the screen's load.
 */
function OpenRow({ position, asset, onDialog }: RowProps) {
  const [ref, awayHeightPx] = useAway<HTMLTableRowElement>();
  return (
    <tr
      ref={ref}
      className={clsx(classes['row'], awayHeightPx !== undefined && classes['away'])}
      style={{ height: awayHeightPx }}
    >
      <OpenCells position={position} asset={asset} onDialog={onDialog} />
      <OpenProfitCell position={position} asset={asset} />
      <OptionsCell position={position} asset={asset} onDialog={onDialog} />
    </tr>
  );
}

// Prices change four times a second, and the server sends all profits every five seconds. With
// memo, only the affected cells of up to two hundred rows are rendered again.
const OpenCells = memo(function OpenCells({ position, asset, onDialog }: RowProps) {
  const format = useFormat();
  const nowMs = useNow(MINUTE_MS);
  const decimals = asset?.decimals ?? 0;
  const show = () => onDialog({ kind: 'details', id: position.id });
  const quoted = { position, decimals };
  return (
    <>
      <MarketCell {...quoted} onShow={show} end={<CurrentRate {...quoted} isBare />}>
        {format.moment(position.open_date, nowMs)}
      </MarketCell>
      <FigureCells
        {...quoted}
        now={
          <small>
            <CurrentRate {...quoted} />
          </small>
        }
      />
    </>
  );
}, isSameButProfit);

function OpenProfitCell({ position, asset }: Pick<RowProps, 'position' | 'asset'>) {
  const [ref, isInView] = useInView<HTMLTableCellElement>();
  const profit = useOpenProfit(position, asset, isInView);
  const percent = useOpenReturn(position, asset, isInView);
  return <ProfitCell ref={ref} profit={profit} percent={percent} />;
}

const OptionsCell = memo(function OptionsCell({ position, asset, onDialog }: RowProps) {
  const edit = () => onDialog({ kind: 'levels', id: position.id });
  return (
    <td>
      <div className={classes['options']}>
        <LevelButton position={position} onEdit={edit} />
        {asset !== undefined && <BreakEvenButton position={position} asset={asset} />}
        <CloseCell position={position} asset={asset} />
      </div>
    </td>
  );
}, isSameButProfit);

const ClosedRow = memo(function ClosedRow({ position, asset, onDialog }: RowProps) {
  const format = useFormat();
  const reason = useReasonText(position);
  const nowMs = useNow(MINUTE_MS);
  const decimals = asset?.decimals ?? 0;
  const closedAt = position.close_date;
  const moment = closedAt === null ? '' : format.momentWithin(closedAt, nowMs);
  const show = () => onDialog({ kind: 'details', id: position.id });
  const closedRate = format.rate(position.closed_rate, decimals);
  return (
    <tr className={classes['row']}>
      <MarketCell position={position} decimals={decimals} onShow={show} end={closedRate}>
        {reason} · {moment}
      </MarketCell>
      <FigureCells position={position} decimals={decimals} />
      <td>{closedRate}</td>
      <ProfitCell profit={position.profit} percent={closedReturn(position, decimals)} />
    </tr>
  );
}, isSame);

function isSame(before: RowProps, after: RowProps): boolean {
  return before.position.profit === after.position.profit && isSameButProfit(before, after);
}

/** Compares by value: every push creates new objects, but most are unchanged. */
function isSameButProfit(before: RowProps, after: RowProps): boolean {
  if (before.asset !== after.asset || before.onDialog !== after.onDialog) return false;
  const { profit: _before, ...one } = before.position;
  const { profit: _after, ...other } = after.position;
  const names = Object.keys(one) as (keyof typeof one)[];
  if (names.length !== Object.keys(other).length) return false;
  return names.every((name) => Object.is(one[name], other[name]));
}

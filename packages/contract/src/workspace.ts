// The customer's trading screen as the server stores it: three documents, each saved as a whole, so
// that another browser shows the same screen. The live and the practice account have one each.
import * as z from 'zod/mini';
import { TIMEFRAMES } from './market.ts';
import { defineRoute } from './route.ts';
import { AssetSymbol, PlainLine, tokenField } from './wire.ts';

export const WATCHLISTS_MAX = 20;
export const WATCHLIST_SYMBOLS_MAX = 200;
export const WATCHLIST_NAME_LENGTH_MAX = 40;
/** The maximum number of drawings of one symbol, and of all symbols together. */
export const SYMBOL_DRAWINGS_MAX = 50;
export const DRAWINGS_MAX = 300;

export const PANELS = ['left', 'right', 'bottom'] as const;
export const CHART_COUNTS = [1, 2, 4] as const;
/** The indicators that need no volume, by their names in the chart library. */
export const INDICATORS = [
  'MA',
  'EMA',
  'SMA',
  'BOLL',
  'BBI',
  'SAR',
  'RSI',
  'MACD',
  'KDJ',
  'CCI',
  'DMI',
  'ROC',
  'MTM',
  'WR',
  'AO',
  'TRIX',
  'BIAS',
  'DMA',
  'PSY',
  'BRAR',
  'CR',
] as const;
export const DRAWING_TOOLS = [
  'segment',
  'rayLine',
  'straightLine',
  'horizontalStraightLine',
  'horizontalRayLine',
  'verticalStraightLine',
  'parallelStraightLine',
  'priceChannelLine',
  'fibonacciLine',
  'rectangle',
  'measure',
  'priceLine',
  'label',
] as const;
export const DESK_TABLES = ['positions', 'closed', 'orders', 'ended'] as const;
export type DeskTableName = (typeof DESK_TABLES)[number];

const PANEL_PX_MAX = 2_000;
const CHARTS_MAX = 4;
const PERIODS_MAX = 5;
const PERIOD_MAX = 500;
const COLUMNS_MAX = 20;
const COLUMN_NAME_LENGTH_MAX = 20;
const DRAWING_POINTS_MAX = 3;
const RATE_MAX = 1e12;
export const DRAWING_TEXT_LENGTH_MAX = 80;
/** The last instant of a Date. */
const INSTANT_MS_MAX = 8.64e15;

const Pixels = z.int().check(z.minimum(0), z.maximum(PANEL_PX_MAX));
const Period = z.int().check(z.minimum(1), z.maximum(PERIOD_MAX));
const ColumnName = z
  .string()
  .check(z.maxLength(COLUMN_NAME_LENGTH_MAX), z.regex(/^[a-z-]+$/, 'must be a column'));

export const ChartCell = z.strictObject({
  symbol: AssetSymbol,
  /** Another symbol, drawn as a line on the candles. */
  compared: z.optional(AssetSymbol),
  timeframe: z.enum(TIMEFRAMES),
  indicators: z
    .array(
      z.strictObject({
        name: z.enum(INDICATORS),
        periods: z.array(Period).check(z.minLength(1), z.maxLength(PERIODS_MAX)),
      }),
    )
    .check(z.maxLength(INDICATORS.length)),
});
export type ChartCell = z.infer<typeof ChartCell>;

/** The hidden columns of a table, and the column that sorts it. */
export const TableView = z.strictObject({
  hidden: z.array(ColumnName).check(z.maxLength(COLUMNS_MAX)),
  sort: z.nullable(z.strictObject({ column: ColumnName, isDescending: z.boolean() })),
});
export type TableView = z.infer<typeof TableView>;

/** The screen: sizes of its panels in pixels, its charts, and the views of its tables. */
export const Layout = z.strictObject({
  px: z.strictObject({ left: Pixels, right: Pixels, bottom: Pixels }),
  folded: z.array(z.enum(PANELS)).check(z.maxLength(PANELS.length)),
  chartCount: z.literal(CHART_COUNTS),
  /** From left to right, then from top to bottom. */
  charts: z.array(ChartCell).check(z.maxLength(CHARTS_MAX)),
  tables: z.strictObject({
    positions: z.optional(TableView),
    closed: z.optional(TableView),
    orders: z.optional(TableView),
    ended: z.optional(TableView),
  }),
});
export type Layout = z.infer<typeof Layout>;

const Symbols = z.array(AssetSymbol).check(z.maxLength(WATCHLIST_SYMBOLS_MAX));

export const Watchlist = z.strictObject({
  id: z.int().check(z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER)),
  name: PlainLine(WATCHLIST_NAME_LENGTH_MAX),
  symbols: Symbols,
});
export type Watchlist = z.infer<typeof Watchlist>;

export const Watchlists = z.strictObject({
  favourites: Symbols,
  lists: z.array(Watchlist).check(z.maxLength(WATCHLISTS_MAX)),
  /** The id of the list that the market list shows; null for a category. */
  shown: z.nullable(z.int()),
});
export type Watchlists = z.infer<typeof Watchlists>;

/** A drawing is anchored in time and price; a horizontal line only in price. */
const DrawingPoint = z.strictObject({
  atMs: z.optional(z.int().check(z.minimum(0), z.maximum(INSTANT_MS_MAX))),
  rate: z.number().check(z.minimum(-RATE_MAX), z.maximum(RATE_MAX)),
});
export const Drawing = z.strictObject({
  tool: z.enum(DRAWING_TOOLS),
  /** The text of a label. */
  text: z.optional(PlainLine(DRAWING_TEXT_LENGTH_MAX)),
  points: z.array(DrawingPoint).check(z.minLength(1), z.maxLength(DRAWING_POINTS_MAX)),
});

export type Drawing = z.infer<typeof Drawing>;

export const Drawings = z
  .array(
    z.strictObject({
      symbol: AssetSymbol,
      drawings: z.array(Drawing).check(z.maxLength(SYMBOL_DRAWINGS_MAX)),
    }),
  )
  .check(
    z.maxLength(DRAWINGS_MAX),
    z.refine(
      (symbols) => symbols.reduce((sum, each) => sum + each.drawings.length, 0) <= DRAWINGS_MAX,
      `must be at most ${DRAWINGS_MAX} drawings`,
    ),
  );
export type Drawings = z.infer<typeof Drawings>;

export const WORKSPACE_DOCUMENTS = ['layout', 'watchlists', 'drawings'] as const;
export type WorkspaceDocument = (typeof WORKSPACE_DOCUMENTS)[number];

/** The version counts how often the document was saved. */
const Version = z.int();
const saved = <const Schema extends z.ZodMiniType>(document: Schema) =>
  z.nullable(z.object({ version: Version, document }));

export const Workspace = z.object({
  layout: saved(Layout),
  watchlists: saved(Watchlists),
  drawings: saved(Drawings),
});
export type Workspace = z.infer<typeof Workspace>;

export const getWorkspace = defineRoute({
  method: 'POST',
  path: '/api/accounts/workspace',
  summary: 'Returns the saved documents of the trading screen; null for one that was never saved.',
  access: 'customer',
  rate: 'ordinary',
  reads: true,
  body: z.strictObject(tokenField),
  reply: Workspace,
  rejections: [],
});

export const saveWorkspace = defineRoute({
  method: 'POST',
  path: '/api/accounts/workspace/save',
  summary:
    'Saves documents of the trading screen, each as a whole; the last save replaces those before it. Watchlists with a version are saved only if nobody saved them since that version, and nothing is saved otherwise. Returns the new versions.',
  access: 'customer',
  rate: 'ordinary',
  body: z.strictObject({
    ...tokenField,
    layout: z.optional(Layout),
    watchlists: z.optional(Watchlists),
    /** The version that the watchlists were changed from; 0 if they were never saved. */
    watchlists_version: z.optional(Version),
    drawings: z.optional(Drawings),
  }),
  reply: z.object({
    layout: z.optional(Version),
    watchlists: z.optional(Version),
    drawings: z.optional(Version),
  }),
  rejections: ['content-changed'],
});

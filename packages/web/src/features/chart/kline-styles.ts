// The styles of the chart, created from the theme's tokens.
import type { DeepPartial, Styles } from 'klinecharts';
import type { ChartColors } from './chart-adapter.ts';

export const CHART_FONT = "'Inter Variable', Inter, system-ui, sans-serif";
const TEXT_SIZE_PX = 11;
/** The height that the legend takes above the names of the indicators. */
const LEGEND_PX = 26;
const AXIS_LABEL_RADIUS_PX = 3;
const FILL_OPACITY_PERCENT = 12;

export function klineStyles(colors: ChartColors): DeepPartial<Styles> {
  return {
    grid: {
      horizontal: { color: colors.line, style: 'solid', size: 1 },
      vertical: { show: false },
    },
    candle: candleStyles(colors),
    indicator: indicatorStyles(colors),
    overlay: overlayStyles(colors),
    xAxis: axisStyles(colors),
    yAxis: yAxisStyles(colors),
    separator: { color: colors.line },
    crosshair: {
      horizontal: crosshairStyles(colors),
      vertical: crosshairStyles(colors),
    },
  };
}

function candleStyles(colors: ChartColors): NonNullable<DeepPartial<Styles>['candle']> {
  return {
    bar: {
      upColor: colors.up,
      downColor: colors.down,
      noChangeColor: colors.muted,
      upBorderColor: colors.up,
      downBorderColor: colors.down,
      noChangeBorderColor: colors.muted,
      upWickColor: colors.up,
      downWickColor: colors.down,
      noChangeWickColor: colors.muted,
    },
    priceMark: {
      high: { show: false },
      low: { show: false },
      last: {
        upColor: colors.up,
        downColor: colors.down,
        noChangeColor: colors.muted,
        line: { style: 'dashed', dashedValue: [2, 3], size: 1 },
        text: {
          size: TEXT_SIZE_PX,
          family: CHART_FONT,
          color: colors.onUp,
          borderRadius: AXIS_LABEL_RADIUS_PX,
        },
      },
    },
    // The legend on the chart says the same in text that assistive technology can read.
    tooltip: { showRule: 'none', offsetTop: LEGEND_PX },
  };
}

function indicatorStyles(colors: ChartColors): NonNullable<DeepPartial<Styles>['indicator']> {
  const text = { size: TEXT_SIZE_PX, family: CHART_FONT, color: colors.muted };
  return {
    bars: [{ upColor: colors.up, downColor: colors.down, noChangeColor: colors.muted }],
    tooltip: { title: text, legend: text },
  };
}

function overlayStyles(colors: ChartColors): NonNullable<DeepPartial<Styles>['overlay']> {
  const { text: color } = colors;
  return {
    point: {
      color,
      borderColor: colors.line,
      activeColor: color,
      activeBorderColor: colors.muted,
    },
    line: { color: colors.muted },
    rect: {
      color: `color-mix(in srgb, ${colors.muted} ${FILL_OPACITY_PERCENT}%, transparent)`,
      borderColor: colors.muted,
      borderSize: 1,
    },
    text: { size: TEXT_SIZE_PX, family: CHART_FONT, color, backgroundColor: colors.raised },
  };
}

function axisStyles(colors: ChartColors): NonNullable<DeepPartial<Styles>['xAxis']> {
  return {
    axisLine: { color: colors.line, size: 1 },
    tickLine: { show: false },
    tickText: { color: colors.muted, size: TEXT_SIZE_PX, family: CHART_FONT },
  };
}

function yAxisStyles(colors: ChartColors): NonNullable<DeepPartial<Styles>['yAxis']> {
  const styles = axisStyles(colors);
  return {
    ...styles,
    axisLine: { show: false },
    tickText: { ...styles.tickText, marginStart: 6, marginEnd: 8 },
  };
}

function crosshairStyles(
  colors: ChartColors,
): NonNullable<NonNullable<DeepPartial<Styles>['crosshair']>['vertical']> {
  return {
    line: { color: colors.muted, style: 'dashed', dashedValue: [3, 3], size: 1 },
    text: {
      color: colors.text,
      backgroundColor: colors.raised,
      borderColor: colors.line,
      size: TEXT_SIZE_PX,
      family: CHART_FONT,
      borderRadius: AXIS_LABEL_RADIUS_PX,
    },
  };
}

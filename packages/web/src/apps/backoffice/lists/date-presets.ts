// Usual periods for a pair of filters by UTC days, such as `from` and `until`.
import { DAY_MS } from '@halyard/core/time';
import type { Filter } from './list-calls.ts';

export const PRESETS = ['today', 'last_7_days', 'last_30_days', 'this_month'] as const;
export type Preset = (typeof PRESETS)[number];

export type DayPair = { readonly from: string; readonly until: string };

const DAYS = { today: 1, last_7_days: 7, last_30_days: 30 } as const;

/** The filters by the first and the last day, if these are among the names. */
export function findDayPair(names: readonly string[]): DayPair | undefined {
  const from = names.find((name) => /(?:^|_)from$/.test(name));
  const until = from?.replace(/from$/, 'until');
  return from !== undefined && until !== undefined && names.includes(until)
    ? { from, until }
    : undefined;
}

/** The filters of the period, both days included. */
export function presetFilter(preset: Preset, { from, until }: DayPair, nowMs: number): Filter {
  const today = dayOf(nowMs);
  const first =
    preset === 'this_month'
      ? `${today.slice(0, -2)}01`
      : dayOf(nowMs - (DAYS[preset] - 1) * DAY_MS);
  return { [from]: first, [until]: today };
}

/** The preset whose days are selected. */
export function findPreset(filter: Filter, pair: DayPair, nowMs: number): Preset | undefined {
  return PRESETS.find((preset) =>
    Object.entries(presetFilter(preset, pair, nowMs)).every(([name, day]) => filter[name] === day),
  );
}

function dayOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 'YYYY-MM-DD'.length);
}

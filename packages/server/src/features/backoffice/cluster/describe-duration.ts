import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@halyard/core/time';

const UNITS = [
  [DAY_MS, 'd'],
  [HOUR_MS, 'h'],
  [MINUTE_MS, 'min'],
  [SECOND_MS, 's'],
] as const;

/** Returns a duration in its largest unit, such as '3 min'. */
export function describeDuration(durationMs: number): string {
  for (const [unitMs, unit] of UNITS) {
    if (durationMs >= unitMs) return `${Math.floor(durationMs / unitMs)} ${unit}`;
  }
  return `${Math.round(durationMs)} ms`;
}

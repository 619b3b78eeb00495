import { browserStore } from '#data/storage/text-store.ts';
import type { IndicatorChoice } from './chart-adapter.ts';
import { readChoices, writeChoices } from './indicator-choice.ts';

const KEY = 'halyard:indicators';

/** The indicators that were last chosen in this browser. */
export function readIndicators(): readonly IndicatorChoice[] {
  return readChoices(browserStore.read(KEY) ?? '');
}

export function storeIndicators(choices: readonly IndicatorChoice[]): void {
  browserStore.write(KEY, writeChoices(choices));
}

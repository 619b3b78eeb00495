import { useFormat } from './format.ts';
import { type ShownRefusal, useRefusalText } from './refusal-text.ts';

const RATE_FACTS: Readonly<Record<string, readonly string[]>> = {
  'price-moved': ['price'],
  'stop-invalid': ['limit'],
  'target-invalid': ['limit'],
  'trail-invalid': ['minimum', 'maximum'],
  'order-price-invalid': ['limit'],
};

/** Returns the text of a rejected trading command, with rates formatted as on the screen. */
export function useTradingRefusalText(): (refusal: ShownRefusal, decimals: number) => string {
  const refusalText = useRefusalText();
  const format = useFormat();
  return (refusal, decimals) => {
    const facts = { ...refusal.facts };
    for (const rate of RATE_FACTS[refusal.code] ?? []) {
      facts[rate] = format.rate(Number(facts[rate]), decimals);
    }
    return refusalText({ ...refusal, facts });
  };
}

import { useFormat } from './format.ts';
import { type ShownRefusal, useRefusalText } from './refusal-text.ts';

const RATE_FACTS: Readonly<Record<string, string>> = {
  'price-moved': 'price',
  'stop-invalid': 'limit',
  'target-invalid': 'limit',
};

/** The text of a refused trading command, its rates written as on the screen. */
export function useTradingRefusalText(): (refusal: ShownRefusal, decimals: number) => string {
  const refusalText = useRefusalText();
  const format = useFormat();
  return (refusal, decimals) => {
    const facts = { ...refusal.facts };
    const rate = RATE_FACTS[refusal.code];
    if (rate !== undefined) facts[rate] = format.rate(Number(facts[rate]), decimals);
    return refusalText({ ...refusal, facts });
  };
}

import { useFormat } from './format.ts';
import { type ShownRejection, useRejectionText } from './rejection-text.ts';

const RATE_FACTS: Readonly<Record<string, readonly string[]>> = {
  'price-moved': ['price'],
  'stop-invalid': ['limit'],
  'target-invalid': ['limit'],
  'trail-invalid': ['minimum', 'maximum'],
  'order-price-invalid': ['limit'],
};

/** Returns the text of a rejected trading command, with rates formatted as on the screen. */
export function useTradingRejectionText(): (rejection: ShownRejection, decimals: number) => string {
  const rejectionText = useRejectionText();
  const format = useFormat();
  return (rejection, decimals) => {
    const facts = { ...rejection.facts };
    for (const rate of RATE_FACTS[rejection.code] ?? []) {
      facts[rate] = format.rate(Number(facts[rate]), decimals);
    }
    return rejectionText({ ...rejection, facts });
  };
}

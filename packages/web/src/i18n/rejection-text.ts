import { useTranslation } from 'react-i18next';
import { EURO_FACTS } from './euro-facts.ts';
import { useFormat, type Format } from './format.ts';

/** An error from the API or the socket. */
export type ShownRejection = {
  readonly code: string;
  readonly message: string;
  readonly facts?: Readonly<Record<string, unknown>>;
};

/**
 * The texts of errors, for which no page waits: they are needed once the server has rejected
 * something. Every part that may show an error uses this, so that none of them waits.
 */
export function useRejectionTexts() {
  return useTranslation('refusals', { useSuspense: false });
}

/** Returns an error's text in the customer's language; the server's own for unknown codes. */
export function useRejectionText(): (rejection: ShownRejection) => string {
  const { t, i18n } = useRejectionTexts();
  const format = useFormat();
  return ({ code, message, facts }) => {
    // The contract's table of texts is not used, because it would add all of them to the bundle;
    // English has every code.
    if (!i18n.exists(code, { ns: 'refusals' })) return message;
    const side = facts?.['side'];
    const translatedSide = side === 'lower' || side === 'higher' ? { side: t(side) } : {};
    // The cast is necessary, because only the server knows which facts a code has.
    const translate = t as (key: string, facts: Record<string, unknown>) => string;
    return translate(code, { ...writeFacts(format, code, facts), ...translatedSide });
  };
}

/** `until` is always a moment. */
function writeFacts(
  format: Format,
  code: string,
  facts: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> {
  const euros = facts[EURO_FACTS[code] ?? ''];
  const { until } = facts;
  return {
    ...facts,
    ...(typeof euros === 'number' ? { [EURO_FACTS[code] ?? '']: format.euros(euros) } : {}),
    ...(typeof until === 'string' ? { until: format.fullMoment(until) } : {}),
  };
}

import { REFUSALS, type RefusalCode } from '@halyard/contract/refusals';
import { useTranslation } from 'react-i18next';

/** A refusal as the api or the socket brings it. */
export type ShownRefusal = {
  readonly code: string;
  readonly message: string;
  readonly facts?: Readonly<Record<string, unknown>>;
};

/** Gives the text of a refusal in the customer's language; the server's own for unknown codes. */
export function useRefusalText(): (refusal: ShownRefusal) => string {
  const { t } = useTranslation('refusals');
  return ({ code, message, facts }) => {
    if (!isKnown(code)) return message;
    const side = facts?.['side'];
    const translatedSide = side === 'lower' || side === 'higher' ? { side: t(side) } : {};
    // Which facts a code carries is known to the server alone.
    const translate = t as (key: string, facts: Record<string, unknown>) => string;
    return translate(code, { ...facts, ...translatedSide });
  };
}

function isKnown(code: string): code is RefusalCode {
  return Object.hasOwn(REFUSALS, code);
}

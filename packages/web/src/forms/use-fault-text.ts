import { useTranslation } from 'react-i18next';
import { useFormat } from '#i18n/format.ts';
import type { Fault } from './faults.ts';

/** Returns the text of an error in the customer's language. */
export function useFaultText(): (fault: Fault) => string {
  const { t } = useTranslation(['forms', 'refusals']);
  const format = useFormat();
  return (fault) => {
    switch (fault.kind) {
      case 'required':
        return t('required', { title: t(fault.title) });
      case 'minimum':
        return t('minimum', { title: t(fault.title), n: fault.n ?? 0 });
      case 'maximum':
        return t('maximum', { title: t(fault.title), n: fault.n ?? 0 });
      case 'emailInvalid':
      case 'mailboxInvalid':
      case 'phoneRequired':
      case 'phoneInvalid':
      case 'agree':
      case 'passwordsDiffer':
      case 'fieldRequired':
      case 'amountInvalid':
      case 'periodReversed':
        return t(fault.kind);
      case 'depositMinimum':
        return t('refusals:deposit-minimum');
      case 'depositMaximum':
        return t('refusals:deposit-unverified-maximum', { maximum: format.euros(fault.amount) });
      case 'withdrawMaximum':
        return t('refusals:withdraw-maximum', { maximum: format.euros(fault.amount) });
    }
  };
}

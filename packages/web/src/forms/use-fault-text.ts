import { useTranslation } from 'react-i18next';
import type { Fault } from './faults.ts';

/** Gives the words of a fault in the customer's language. */
export function useFaultText(): (fault: Fault) => string {
  const { t } = useTranslation('forms');
  return (fault) => {
    switch (fault.kind) {
      case 'required':
        return t('required', { title: t(fault.title) });
      case 'minimum':
        return t('minimum', { title: t(fault.title), n: fault.n ?? 0 });
      case 'emailInvalid':
      case 'phoneRequired':
      case 'phoneInvalid':
      case 'agree':
        return t(fault.kind);
    }
  };
}

import { useTranslation } from 'react-i18next';
import { useFormat } from '#i18n/format.ts';
import { useRejectionTexts } from '#i18n/rejection-text.ts';
import type { Problem } from './problems.ts';

/** Returns the text of an error in the customer's language. */
export function useProblemText(): (problem: Problem) => string {
  const { t } = useTranslation('forms');
  const { t: rejected } = useRejectionTexts();
  const format = useFormat();
  return (problem) => {
    switch (problem.kind) {
      case 'required':
        return t('required', { title: t(problem.title) });
      case 'minimum':
        return t('minimum', { title: t(problem.title), n: problem.n ?? 0 });
      case 'maximum':
        return t('maximum', { title: t(problem.title), n: problem.n ?? 0 });
      case 'emailInvalid':
      case 'mailboxInvalid':
      case 'phoneRequired':
      case 'phoneInvalid':
      case 'agree':
      case 'passwordsDiffer':
      case 'fieldRequired':
      case 'amountInvalid':
      case 'periodReversed':
        return t(problem.kind);
      case 'depositMinimum':
        return rejected('deposit-minimum');
      case 'depositMaximum':
        return rejected('deposit-unverified-maximum', { maximum: format.euros(problem.amount) });
      case 'withdrawMaximum':
        return rejected('withdraw-maximum', { maximum: format.euros(problem.amount) });
    }
  };
}

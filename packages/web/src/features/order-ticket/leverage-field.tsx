import { useTranslation } from 'react-i18next';
import { ChoiceChips } from '#ui/inputs/choice-chips.tsx';
import type { Ticket } from './use-ticket.ts';

export function LeverageField({ ticket }: { readonly ticket: Ticket }) {
  const { t } = useTranslation('trading');
  if (ticket.leverages.length === 0) return null;
  return (
    <ChoiceChips
      legend={t('leverage')}
      name="leverage"
      values={ticket.leverages}
      chosen={ticket.leverage}
      write={(leverage) => t('times', { leverage })}
      onChoose={(leverage) => ticket.change({ kind: 'leverage', leverage })}
    />
  );
}

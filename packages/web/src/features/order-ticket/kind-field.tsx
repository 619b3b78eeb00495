import { useTranslation } from 'react-i18next';
import { ChoiceChips } from '#ui/inputs/choice-chips.tsx';
import { TICKET_KINDS } from './ticket-form.ts';
import type { Ticket } from './use-ticket.ts';

/** The choice between a market order and an entry order. */
export function KindField({ ticket }: { readonly ticket: Ticket }) {
  const { t } = useTranslation('orders');
  const { form, change } = ticket;
  return (
    <ChoiceChips
      legend={t('orderKind')}
      name="order-kind"
      isLegendHidden
      values={TICKET_KINDS}
      chosen={form.kind}
      write={(kind) => t(kind)}
      onChoose={(orderKind) => change({ kind: 'order-kind', orderKind })}
    />
  );
}

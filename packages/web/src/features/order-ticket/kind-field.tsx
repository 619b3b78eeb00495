import { useTranslation } from 'react-i18next';
import { ChoiceChips } from '#ui/inputs/choice-chips.tsx';
import { TICKET_KINDS } from './ticket-form.ts';
import type { Ticket } from './use-ticket.ts';

/** At the market, or at a price that the order waits for. */
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

// The order ticket: direction, amount, costs, stop-out price, and the button that sends the order.
import { useTranslation } from 'react-i18next';
import { useAccount } from '#data/auth/account.ts';
import { useAssetIndex } from '#data/market/trading.tsx';
import { Card } from '#ui/card.tsx';
import { Skeleton } from '#ui/feedback/loading.tsx';
import { AmountField } from './amount-field.tsx';
import { AmountShares } from './amount-shares.tsx';
import { EntryLastFields, EntryPriceField } from './lazy-entry-fields.tsx';
import { KindField } from './kind-field.tsx';
import { LeverageField } from './leverage-field.tsx';
import { LevelFields } from './level-fields.tsx';
import classes from './order-ticket.module.css';
import { PriceChoice } from './price-choice.tsx';
import { TicketCommit } from './ticket-commit.tsx';
import { TicketHead } from './ticket-head.tsx';
import { TicketPreviewList } from './ticket-preview-list.tsx';
import type { TicketDraft } from './ticket-draft.ts';
import { type TicketSetting, useTicket } from './use-ticket.ts';

export { focusAmount } from './amount-field.tsx';
export { usePlannedLevels } from './planned-levels.ts';
export { type TicketDraft, useTicketDraft } from './ticket-draft.ts';

export type OrderTicketProps = {
  readonly symbol: string;
  readonly draft: TicketDraft;
  /** Whether the amount gets the focus when the ticket appears. */
  readonly hasFocus: boolean;
};

/** The ticket of a symbol. */
export function OrderTicket({ symbol, draft, hasFocus }: OrderTicketProps) {
  const { t } = useTranslation('trading');
  const asset = useAssetIndex()?.get(symbol);
  const customer = useAccount();
  return (
    <section aria-label={t('newTrade')} className={classes['ticket']}>
      <Card fill className={classes['card'] ?? ''}>
        {asset === undefined || customer === undefined ? (
          <Skeleton width="100%" height="372px" />
        ) : (
          <TicketForm asset={asset} customer={customer} draft={draft} hasFocus={hasFocus} />
        )}
      </Card>
    </section>
  );
}

type TicketFormProps = TicketSetting & Pick<OrderTicketProps, 'hasFocus'>;

function TicketForm({ hasFocus, ...setting }: TicketFormProps) {
  const ticket = useTicket(setting);
  const { asset } = setting;
  return (
    <form
      className={classes['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        ticket.submit();
      }}
    >
      <div className={classes['fields']}>
        <TicketHead asset={asset} />
        <KindField ticket={ticket} />
        <PriceChoice ticket={ticket} />
        <EntryPriceField ticket={ticket} />
        <div>
          <AmountField ticket={ticket} hasFocus={hasFocus} />
          <AmountShares ticket={ticket} />
        </div>
        <LeverageField ticket={ticket} />
        <LevelFields ticket={ticket} />
        <EntryLastFields ticket={ticket} />
        <TicketPreviewList ticket={ticket} />
      </div>
      <TicketCommit ticket={ticket} />
    </form>
  );
}

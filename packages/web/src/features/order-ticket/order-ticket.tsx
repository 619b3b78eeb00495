// The new-trade panel: what is bought or sold, what it costs, where it ends, and the button.
import { useTranslation } from 'react-i18next';
import { useAccount } from '#data/account.ts';
import { useAssetIndex } from '#data/trading.tsx';
import { Card } from '#ui/card.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { AmountField } from './amount-field.tsx';
import { LeverageField } from './leverage-field.tsx';
import { LevelFields } from './level-fields.tsx';
import classes from './order-ticket.module.css';
import { PriceChoice } from './price-choice.tsx';
import { TicketCommit } from './ticket-commit.tsx';
import { TicketHead } from './ticket-head.tsx';
import { TicketPreviewList } from './ticket-preview-list.tsx';
import { type AskedDirection, type TicketSetting, useTicket } from './use-ticket.ts';

export type OrderTicketProps = {
  readonly symbol: string;
  /** A direction that was asked for outside; each new object is a new wish. */
  readonly asked?: AskedDirection | undefined;
  readonly onOpened?: (() => void) | undefined;
};

/** The ticket of a symbol. It keeps what was chosen when the symbol changes. */
export function OrderTicket({ symbol, asked, onOpened }: OrderTicketProps) {
  const { t } = useTranslation('trading');
  const asset = useAssetIndex()?.get(symbol);
  const customer = useAccount();
  return (
    <section aria-label={t('newTrade')}>
      <Card>
        {asset === undefined || customer === undefined ? (
          <Skeleton width="100%" height="372px" />
        ) : (
          <TicketForm asset={asset} customer={customer} asked={asked} onOpened={onOpened} />
        )}
      </Card>
    </section>
  );
}

function TicketForm(setting: TicketSetting) {
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
      <TicketHead asset={asset} />
      <PriceChoice ticket={ticket} />
      <AmountField ticket={ticket} />
      <LeverageField ticket={ticket} />
      <LevelFields ticket={ticket} />
      <TicketPreviewList ticket={ticket} />
      <TicketCommit ticket={ticket} />
    </form>
  );
}

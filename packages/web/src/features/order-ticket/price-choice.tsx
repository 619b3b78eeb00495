import type { Direction } from '@halyard/core/instrument';
import { clsx } from 'clsx';
import { useTranslation } from 'react-i18next';
import { useQuote } from '#data/market/trading.tsx';
import { useFormat } from '#i18n/format.ts';
import classes from './price-choice.module.css';
import { type Ticket, useOneClick } from './use-ticket.ts';

const SIDES = ['sell', 'buy'] as const;

/** Both prices; choosing one chooses the direction. */
export function PriceChoice({ ticket }: { readonly ticket: Ticket }) {
  const { t } = useTranslation('trading');
  const { asset, form, change } = ticket;
  const quote = useQuote(asset.symbol);
  const isOneClick = useOneClick(ticket);
  return (
    <fieldset className={classes['sides']}>
      <legend className={classes['legend']}>{t('direction')}</legend>
      {SIDES.map((side) => {
        const shown = { side, rate: quote?.[side], decimals: asset.decimals };
        return isOneClick ? (
          <TradeNow key={side} {...shown} ticket={ticket} />
        ) : (
          <Side
            key={side}
            {...shown}
            isChosen={form.direction === side}
            onChoose={() => change({ kind: 'direction', direction: side })}
          />
        );
      })}
    </fieldset>
  );
}

type PriceProps = {
  readonly side: Direction;
  readonly rate: number | undefined;
  readonly decimals: number;
};

/** The button of one-click trading: it sends the order at once. */
function TradeNow({ side, ticket, ...shown }: PriceProps & { readonly ticket: Ticket }) {
  const { t } = useTranslation('trading');
  const { asset, block, command, figures } = ticket;
  const { symbol } = asset;
  const { kind } = command.stage;
  const isOpen = kind === 'sending' || kind === 'unknown';
  return (
    <button
      type="button"
      className={clsx(classes['side'], classes['now'], classes[side])}
      aria-label={t(side === 'buy' ? 'commitBuy' : 'commitSell', { symbol })}
      disabled={block !== undefined || figures === undefined || isOpen}
      onClick={() => ticket.trade(side)}
    >
      <Price side={side} {...shown} />
    </button>
  );
}

type SideProps = PriceProps & { readonly isChosen: boolean; readonly onChoose: () => void };

function Side({ side, isChosen, onChoose, ...shown }: SideProps) {
  return (
    <label className={clsx(classes['side'], classes[side])}>
      <input
        type="radio"
        name="direction"
        value={side}
        className={classes['radio']}
        checked={isChosen}
        onChange={onChoose}
      />
      <Price side={side} {...shown} />
    </label>
  );
}

function Price({ side, rate, decimals }: PriceProps) {
  const { t } = useTranslation('trading');
  const { main, small } = useFormat().splitRate(rate, decimals);
  return (
    <>
      <span className={classes['name']}>{t(side)}</span>
      <span className={classes['price']}>
        {main}
        <span className={classes['small']}>{small}</span>
      </span>
    </>
  );
}

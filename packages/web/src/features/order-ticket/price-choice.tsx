import type { Direction } from '@halyard/core/instrument';
import { useTranslation } from 'react-i18next';
import { useQuote } from '#data/market/trading.tsx';
import { useFormat } from '#i18n/format.ts';
import { joinClasses } from '#ui/join-classes.ts';
import classes from './price-choice.module.css';
import type { Ticket } from './use-ticket.ts';

const SIDES = ['sell', 'buy'] as const;

/** Both prices; choosing one chooses the direction. */
export function PriceChoice({ ticket }: { readonly ticket: Ticket }) {
  const { t } = useTranslation('trading');
  const { asset, form, change } = ticket;
  const quote = useQuote(asset.symbol);
  return (
    <fieldset className={classes['sides']}>
      <legend className={classes['legend']}>{t('direction')}</legend>
      {SIDES.map((side) => (
        <Side
          key={side}
          side={side}
          rate={quote?.[side]}
          decimals={asset.decimals}
          isChosen={form.direction === side}
          onChoose={() => change({ kind: 'direction', direction: side })}
        />
      ))}
    </fieldset>
  );
}

type SideProps = {
  readonly side: Direction;
  readonly rate: number | undefined;
  readonly decimals: number;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
};

function Side({ side, rate, decimals, isChosen, onChoose }: SideProps) {
  const { t } = useTranslation('trading');
  const { main, small } = useFormat().splitRate(rate, decimals);
  return (
    <label className={joinClasses(classes['side'], classes[side])}>
      <input
        type="radio"
        name="direction"
        value={side}
        className={classes['radio']}
        checked={isChosen}
        onChange={onChoose}
      />
      <span className={classes['name']}>{t(side)}</span>
      <span className={classes['price']}>
        {main}
        <span className={classes['small']}>{small}</span>
      </span>
    </label>
  );
}

import { Card } from '#ui/card.tsx';
import { eurosText } from '../lists/figure-texts.ts';
import { TEXTS } from '../texts.ts';
import classes from './reports.module.css';
import { splitTreasury, type TreasurySide } from './split-treasury.ts';
import { accountName, type Treasury } from './treasury-sums.ts';

/** Shows the ledger as two bars, which have the same length if the books balance. */
export function TreasuryPicture({ treasury }: { readonly treasury: Treasury }) {
  const { held, owed } = splitTreasury(treasury);
  if (held.segments.length + owed.segments.length === 0) return undefined;
  return (
    <Card title={TEXTS.treasuryPicture}>
      <div className={classes['picture']}>
        <Side title={TEXTS.moneyHeld} side={held} />
        <Side title={TEXTS.moneyOwed} side={owed} />
      </div>
    </Card>
  );
}

type SideProps = { readonly title: string; readonly side: TreasurySide };

function Side({ title, side: { segments, totalCents } }: SideProps) {
  return (
    <figure className={classes['side']}>
      <figcaption className={classes['sideTitle']}>
        <span>{title}</span>
        <strong>{eurosText(totalCents / 100)}</strong>
      </figcaption>
      <div className={classes['stack']} aria-hidden>
        {segments.map(({ account, share }, at) => (
          <span
            key={account}
            className={classes['segment']}
            data-tone={at % TONES}
            style={{ width: `${share * 100}%` }}
          />
        ))}
      </div>
      <ul className={classes['legend']}>
        {segments.map(({ account, cents }, at) => (
          <li key={account}>
            <span className={classes['swatch']} data-tone={at % TONES} aria-hidden />
            <span title={account}>{accountName(account)}</span>
            <span className={classes['legendAmount']}>{eurosText(cents / 100)}</span>
          </li>
        ))}
      </ul>
    </figure>
  );
}

/**
 * The number of colours in the style sheet. They can repeat, because each swatch has a text beside
 * it.
 */
const TONES = 5;

import { customers } from '@halyard/contract/backoffice/customers';
import { assertPresent } from '@halyard/core/assertion';
import * as z from 'zod/mini';
import { Card } from '#ui/card.tsx';
import { Badge, type Tone } from '#ui/figures/badge.tsx';
import type { PagePartProps } from '../content/page-part-props.ts';
import { countedText, eurosText, momentText, percentText } from '../lists/figure-texts.ts';
import { toneOf } from '../lists/state-tones.ts';
import { choiceText, labelOf } from '../names.ts';
import { TEXTS } from '../texts.ts';
import classes from './customer.module.css';
import { toRisk } from './open-risk.ts';

const { row: fields, detail } = customers.shape;
// Each field is absent for a role that can't read it.
const Shown = z.object({
  status: fields.status.schema,
  account_state: fields.account_state.schema,
  verified: fields.verified.schema,
  category: fields.category.schema,
  country: fields.country.schema,
  created_at: fields.created_at.schema,
  own_stop: detail.own_stop.schema,
  protected: detail.protected.schema,
  profile: z.optional(detail.profile.schema),
  figures: z.optional(detail.figures.schema),
  open_positions: z.optional(detail.open_positions.schema),
});
type Shown = z.infer<typeof Shown>;

/** The head of a customer's page: their states, their money and their open risk. */
export function CustomerGlance({ row }: PagePartProps) {
  const customer = z.parse(Shown, row);
  return (
    <Card>
      <div className={classes['glance']}>
        <ul className={classes['states']} aria-label={TEXTS.state}>
          {statesOf(customer).map(({ text, tone }) => (
            <li key={text}>
              <Badge tone={tone}>{text}</Badge>
            </li>
          ))}
          <li className={classes['since']}>
            {[
              customer.country ?? TEXTS.noCountry,
              `${TEXTS.customerSince} ${momentText(new Date(customer.created_at))}`,
            ].join(' · ')}
          </li>
        </ul>
        {customer.figures !== undefined && (
          <dl className={classes['figures']}>
            {figuresOf(customer).map(({ name, value, note, isBad }) => (
              <div
                key={name}
                className={classes['figure']}
                {...(isBad ? { 'data-bad': true } : {})}
              >
                <dt>{name}</dt>
                <dd>
                  {value}
                  {note !== undefined && <small>{note}</small>}
                </dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </Card>
  );
}

type State = { readonly text: string; readonly tone: Tone };

function statesOf(customer: Shown): readonly State[] {
  const { status, account_state: account, verified, category, profile } = customer;
  const states: readonly (State | false)[] = [
    account === 'open'
      ? { text: choiceText('status', status), tone: toneOf(status) }
      : { text: choiceText('account_state', account), tone: 'down' },
    verified ? { text: TEXTS.verified, tone: 'up' } : { text: TEXTS.notVerified, tone: 'warn' },
    profile?.email_confirmed === false && { text: TEXTS.emailUnconfirmed, tone: 'warn' },
    { text: choiceText('category', category), tone: 'neutral' },
    customer.protected && { text: TEXTS.limitedRisk, tone: 'neutral' },
    customer.own_stop && { text: labelOf('own_stop'), tone: 'down' },
  ];
  return states.filter((state) => state !== false);
}

type Figure = {
  readonly name: string;
  readonly value: string;
  readonly note?: string;
  /** Whether the figure needs the attention of staff. */
  readonly isBad?: boolean;
};

function figuresOf({ figures, open_positions: open = [] }: Shown): readonly Figure[] {
  const known = assertPresent(figures, 'the figures can be read');
  const { positions, exposure } = toRisk(open);
  return [
    { name: labelOf('equity'), value: eurosText(known.equity) },
    { name: labelOf('balance'), value: eurosText(known.balance) },
    { name: labelOf('free_margin'), value: eurosText(known.free_margin) },
    { name: labelOf('withdrawable'), value: eurosText(known.withdrawable) },
    {
      name: TEXTS.openRisk,
      value: eurosText(exposure),
      note: countedText(positions, TEXTS.openPosition, TEXTS.openPositions),
    },
    { name: TEXTS.openProfit, value: eurosText(known.profit) },
    {
      name: TEXTS.marginLevel,
      value: known.margin_level === null ? TEXTS.none : percentText(Math.round(known.margin_level)),
    },
    ...(known.debt > 0
      ? [{ name: labelOf('debt'), value: eurosText(known.debt), isBad: true }]
      : []),
  ];
}

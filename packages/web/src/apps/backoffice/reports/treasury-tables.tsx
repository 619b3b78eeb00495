import { getTreasury } from '@halyard/contract/backoffice/treasury';
import { Fragment } from 'react';
import { Card } from '#ui/card.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { eurosText } from '../lists/figure-texts.ts';
import { labelOf, withinText } from '../names.ts';
import { ScrollTable } from '../parts/scroll-table.tsx';
import { TEXTS } from '../texts.ts';
import {
  accountName,
  compareBalances,
  groupTreasury,
  toCents,
  type Treasury,
} from './treasury-sums.ts';
import classes from './reports.module.css';
import { TreasuryPicture } from './treasury-picture.tsx';

/** The ledger as a sum that is zero, and the customers' funds compared with their accounts. */
export function TreasuryTables({ data }: { readonly data: unknown }) {
  const treasury = getTreasury.reply.parse(data);
  return (
    <>
      <Notice tone={treasury.agrees ? 'up' : 'down'}>
        {treasury.agrees ? TEXTS.treasuryAgrees : TEXTS.treasuryDiffers}
      </Notice>
      <TreasuryPicture treasury={treasury} />
      <Ledger treasury={treasury} />
      <Balances treasury={treasury} />
    </>
  );
}

function Ledger({ treasury }: { readonly treasury: Treasury }) {
  return (
    <Card title={TEXTS.ledger} flush className={classes['ledger'] ?? ''}>
      <ScrollTable
        label={TEXTS.ledger}
        head={
          <>
            <th scope="col">{TEXTS.account}</th>
            <th scope="col" data-figure>
              {TEXTS.holds}
            </th>
          </>
        }
      >
        <tbody>
          {groupTreasury(treasury).map(({ name, accounts, totalCents }) => (
            <Fragment key={name}>
              {accounts.map(({ account, total }) => (
                <tr key={account}>
                  <td title={account}>{accountName(account)}</td>
                  <Euros cents={toCents(total)} />
                </tr>
              ))}
              <tr data-sum>
                <th scope="row">{`${TEXTS.allOf} ${withinText(labelOf(name))}`}</th>
                <Euros cents={totalCents} />
              </tr>
            </Fragment>
          ))}
          <tr data-sum>
            <th scope="row">{TEXTS.allTogether}</th>
            <Euros cents={toCents(treasury.total)} />
          </tr>
        </tbody>
      </ScrollTable>
    </Card>
  );
}

function Balances({ treasury }: { readonly treasury: Treasury }) {
  return (
    <Card title={TEXTS.balances} flush className={classes['ledger'] ?? ''}>
      <ScrollTable
        label={TEXTS.balances}
        head={
          <>
            <th scope="col">{TEXTS.ofCustomers}</th>
            {[TEXTS.byLedger, TEXTS.byAccounts, TEXTS.difference].map((text) => (
              <th key={text} scope="col" data-figure>
                {text}
              </th>
            ))}
          </>
        }
      >
        <tbody>
          {compareBalances(treasury).map(({ name, ledgerCents, heldCents, differenceCents }) => (
            <tr key={name} {...(differenceCents === 0 ? {} : { 'data-sum': true })}>
              <th scope="row">{labelOf(name)}</th>
              <Euros cents={ledgerCents} />
              <Euros cents={heldCents} />
              <Euros cents={differenceCents} />
            </tr>
          ))}
        </tbody>
      </ScrollTable>
    </Card>
  );
}

function Euros({ cents }: { readonly cents: number }) {
  return <td data-figure>{eurosText(cents / 100)}</td>;
}

import {
  Alert,
  Box,
  Paper,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material';
import { getTreasury } from '@halyard/contract/backoffice/treasury';
import { Fragment, type PropsWithChildren } from 'react';
import { eurosText } from '../lists/figure-texts.ts';
import { labelOf } from '../names.ts';
import { TEXTS } from '../texts.ts';
import { compareBalances, groupTreasury, toCents, type Treasury } from './treasury-sums.ts';

/** In a wider table, amounts are hard to match with their names. */
const WIDTH_MAX_PX = 720;

/** The ledger as a sum that is zero, and the customers' funds compared with their accounts. */
export function TreasuryTables({ data }: { readonly data: unknown }) {
  const treasury = getTreasury.reply.parse(data);
  return (
    <>
      <Alert severity={treasury.agrees ? 'success' : 'error'}>
        {treasury.agrees ? TEXTS.treasuryAgrees : TEXTS.treasuryDiffers}
      </Alert>
      <Ledger treasury={treasury} />
      <Balances treasury={treasury} />
    </>
  );
}

function Ledger({ treasury }: { readonly treasury: Treasury }) {
  return (
    <TableSection title={TEXTS.ledger}>
      <TableHead>
        <TableRow>
          <TableCell>{TEXTS.account}</TableCell>
          <TableCell align="right">{TEXTS.holds}</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {groupTreasury(treasury).map(({ name, accounts, totalCents }) => (
          <Fragment key={name}>
            {accounts.map(({ account, total }) => (
              <TableRow key={account}>
                <TableCell>{account}</TableCell>
                <Euros cents={toCents(total)} />
              </TableRow>
            ))}
            <TableRow sx={{ bgcolor: 'action.hover' }}>
              <TableCell component="th" scope="row" sx={{ fontWeight: 650 }}>
                {`${TEXTS.allOf} ${labelOf(name).toLowerCase()}`}
              </TableCell>
              <Euros cents={totalCents} isSum />
            </TableRow>
          </Fragment>
        ))}
        <TableRow sx={{ bgcolor: 'action.selected' }}>
          <TableCell component="th" scope="row" sx={{ fontWeight: 650 }}>
            {TEXTS.allTogether}
          </TableCell>
          <Euros cents={toCents(treasury.total)} isSum />
        </TableRow>
      </TableBody>
    </TableSection>
  );
}

function Balances({ treasury }: { readonly treasury: Treasury }) {
  return (
    <TableSection title={TEXTS.balances}>
      <TableHead>
        <TableRow>
          <TableCell>{TEXTS.ofCustomers}</TableCell>
          <TableCell align="right">{TEXTS.byLedger}</TableCell>
          <TableCell align="right">{TEXTS.byAccounts}</TableCell>
          <TableCell align="right">{TEXTS.difference}</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {compareBalances(treasury).map(({ name, ledgerCents, heldCents, differenceCents }) => (
          <TableRow key={name}>
            <TableCell component="th" scope="row">
              {labelOf(name)}
            </TableCell>
            <Euros cents={ledgerCents} />
            <Euros cents={heldCents} />
            <Euros cents={differenceCents} isSum={differenceCents !== 0} />
          </TableRow>
        ))}
      </TableBody>
    </TableSection>
  );
}

function TableSection({ title, children }: PropsWithChildren<{ readonly title: string }>) {
  return (
    <Paper component="section" sx={{ p: 2, maxWidth: WIDTH_MAX_PX }}>
      <Typography variant="h2" sx={{ mb: 1 }}>
        {title}
      </Typography>
      <Box sx={{ overflowX: 'auto' }} component="section" aria-label={title} tabIndex={0}>
        <Table size="small">{children}</Table>
      </Box>
    </Paper>
  );
}

function Euros({ cents, isSum = false }: { readonly cents: number; readonly isSum?: boolean }) {
  return (
    <TableCell
      align="right"
      sx={{ fontVariantNumeric: 'tabular-nums', fontWeight: isSum ? 650 : 400 }}
    >
      {eurosText(cents / 100)}
    </TableCell>
  );
}

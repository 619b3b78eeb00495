// Sums of the ledger: the owner of each account, and the balance of each group and of all.
import type { getTreasury } from '@halyard/contract/backoffice/treasury';
import type { ReplyOf } from '@halyard/contract/route';
import { CATALOGUE } from '../texts/catalogue.ts';

export type Treasury = ReplyOf<typeof getTreasury>;
export const TREASURY_GROUPS = ['customers', 'house', 'providers'] as const;

export type TreasuryGroup = {
  readonly name: (typeof TREASURY_GROUPS)[number];
  readonly accounts: Treasury['accounts'];
  readonly totalCents: number;
};

/** Converts euros to whole cents, so that sums are exact. */
export function toCents(euros: number): number {
  return Math.round(euros * 100);
}

const PROVIDER = 'house:provider:';

/** Returns what staff call an account of the ledger: 'Bank', 'Paymaxis'. */
export function accountName(account: string): string {
  const provider = account.startsWith(PROVIDER) ? account.slice(PROVIDER.length) : undefined;
  if (provider !== undefined) return `${provider.slice(0, 1).toUpperCase()}${provider.slice(1)}`;
  return CATALOGUE.accounts[account] ?? account;
}

export function groupTreasury({ accounts }: Pick<Treasury, 'accounts'>): readonly TreasuryGroup[] {
  return TREASURY_GROUPS.map((name) => {
    const own = accounts.filter(({ account }) => groupOf(account) === name);
    return {
      name,
      accounts: own,
      totalCents: own.reduce((sum, { total }) => sum + toCents(total), 0),
    };
  }).filter((group) => group.accounts.length > 0);
}

function groupOf(account: string): TreasuryGroup['name'] {
  if (account.startsWith('customer:')) return 'customers';
  return account.startsWith(PROVIDER) ? 'providers' : 'house';
}

/** The customers' funds by the ledger and by their accounts, in cents. */
export function compareBalances({ accounts, balances }: Treasury) {
  return (['cash', 'credit'] as const).map((name) => {
    const booked = accounts.find(({ account }) => account === `customer:${name}`)?.total ?? 0;
    const [ledgerCents, heldCents] = [toCents(booked), toCents(balances[name])];
    return { name, ledgerCents, heldCents, differenceCents: ledgerCents - heldCents };
  });
}

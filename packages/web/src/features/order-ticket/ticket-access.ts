// What prevents the customer from trading, checked in the same order as on the server.
import type { User } from '@halyard/contract/accounts';
import type { Asset } from '@halyard/contract/trading';

export type TicketBlock = 'no-access' | 'not-verified' | 'price-unavailable' | 'prices-paused';

type Customer = Pick<User, 'assets_group_permission' | 'custom_leverage' | 'verified_account'>;

/** The asset's leverages that the customer's terms permit, ascending. */
export function allowedLeverages(asset: Asset, customer: Customer): readonly number[] {
  const { name, leverage } = asset.position_assets_category;
  const indexes = customer.custom_leverage[name] ?? [];
  return leverage
    .split(',')
    .map(Number)
    .filter((_, index) => indexes.includes(index));
}

type TicketSurroundings = {
  readonly isLive: boolean;
  readonly isPaused: boolean;
  readonly isPractice: boolean;
};

/** Why nothing can be opened on the asset now, or undefined. */
export function ticketBlock(
  asset: Asset,
  customer: Customer,
  { isLive, isPaused, isPractice }: TicketSurroundings,
): TicketBlock | undefined {
  const isPermitted = customer.assets_group_permission.includes(asset.asset_category_id);
  if (!isPermitted || allowedLeverages(asset, customer).length === 0) return 'no-access';
  if (!customer.verified_account && !isPractice) return 'not-verified';
  if (!isLive) return 'price-unavailable';
  // With paused prices, the customer would not see the price that the order requests.
  return isPaused ? 'prices-paused' : undefined;
}

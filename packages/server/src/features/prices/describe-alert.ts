import type { MarketAlert } from '@halyard/market';

/** Describes a condition for the operator, and what to do. */
export function describeAlert(alert: MarketAlert): string {
  switch (alert.kind) {
    case 'price-jumped':
      return 'a price jumped: the symbol is halted until the jump is confirmed';
    case 'jump-over':
      return 'the price is believed again: the symbol is no longer halted';
    case 'quotes-late':
      return 'quotes of the symbol come too late: it is stale, or another feed quotes it';
    case 'quotes-on-time':
      return 'quotes of the symbol are on time again';
    case 'source-changed':
      return 'another feed quotes the symbol now';
    case 'sources-differ':
      return 'two feeds disagree about the price';
  }
}

// The vendors that the program can take prices from.
import { ALPACA } from './alpaca/alpaca.ts';
import { BINANCE } from './binance/binance.ts';
import { OANDA } from './oanda/oanda.ts';

export const VENDORS = [BINANCE, OANDA, ALPACA] as const;

export type VendorName = (typeof VENDORS)[number]['name'];

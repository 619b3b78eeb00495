import { findIbans } from '#iban/iban.ts';

/** Payout destinations that a text names in a known format. */
export type PayoutDestination = {
  readonly form: 'iban' | 'wallet';
  readonly value: string;
};

/** Ethereum and compatible chains; the case of letters is only a checksum. */
const HEX_WALLET = /(?<![0-9a-z])0x[0-9a-f]{40}(?![0-9a-z])/gi;
/** Bitcoin and Litecoin, BIP 173 and BIP 350. */
const BECH32_WALLET = /(?<![0-9a-z])(?:bc1|ltc1)[02-9ac-hj-np-z]{11,71}(?![0-9a-z])/gi;
/** Bitcoin, Litecoin, Dogecoin and Tron in Base58, which is case-sensitive. */
const BASE58_WALLET = /(?<![0-9A-Za-z])[13LMDT][1-9A-HJ-NP-Za-km-z]{25,34}(?![0-9A-Za-z])/g;

/** Returns the bank accounts and wallets in a text, each once; none if no format matches. */
export function findPayoutDestinations(text: string): readonly PayoutDestination[] {
  const ibans = findIbans(text);
  const wallets = [
    ...matchesOf(text, HEX_WALLET).map((wallet) => wallet.toLowerCase()),
    ...matchesOf(text, BECH32_WALLET).map((wallet) => wallet.toLowerCase()),
    ...matchesOf(text, BASE58_WALLET),
  ];
  return [
    ...[...new Set(ibans)].map((value) => ({ form: 'iban', value }) as const),
    ...[...new Set(wallets)].map((value) => ({ form: 'wallet', value }) as const),
  ];
}

function matchesOf(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].map(([match]) => match);
}

import { findIbans } from '#iban/iban.ts';

/** Where money can be paid to, as far as a text names it in a known form. */
export type PayoutDestination = {
  readonly form: 'iban' | 'wallet';
  readonly value: string;
};

/** Ethereum and its like; their letters' case is a checksum only. */
const HEX_WALLET = /(?<![0-9a-z])0x[0-9a-f]{40}(?![0-9a-z])/gi;
/** Bitcoin and Litecoin, BIP 173 and BIP 350. */
const BECH32_WALLET = /(?<![0-9a-z])(?:bc1|ltc1)[02-9ac-hj-np-z]{11,71}(?![0-9a-z])/gi;
/** Bitcoin, Litecoin, Dogecoin and Tron in Base58, whose case counts. */
const BASE58_WALLET = /(?<![0-9A-Za-z])[13LMDT][1-9A-HJ-NP-Za-km-z]{25,34}(?![0-9A-Za-z])/g;

/** The bank accounts and wallets that a text names, each once. A text in other words gives none. */
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

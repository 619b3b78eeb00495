// The standardised risk warning that EU rules want on every communication with retail customers.

/** Without twelve months of own figures a provider states the range of the market. */
const MARKET_RANGE = '74-89%';

/**
 * The warning with the share of losing retail accounts of the last twelve months, in whole
 * percent; undefined while there are no twelve months.
 */
export function riskWarning(losingPercent: number | undefined): string {
  const share =
    losingPercent === undefined
      ? `${MARKET_RANGE} of retail investor accounts lose money when trading CFDs.`
      : `${losingPercent}% of retail investor accounts lose money when trading CFDs with this provider.`;
  return (
    'CFDs are complex instruments and come with a high risk of losing money rapidly due to ' +
    `leverage. ${share} You should consider whether you understand how CFDs work and whether ` +
    'you can afford to take the high risk of losing your money.'
  );
}

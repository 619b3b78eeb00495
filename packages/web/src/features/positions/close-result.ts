// How a closing is reported: by its text and the amount that was won or lost.

export type CloseResult = {
  readonly text: 'closed' | 'closedProfit' | 'closedLoss';
  /** In euros, without a sign; undefined when the acknowledgement did not state the profit. */
  readonly amount: number | undefined;
};

/** The result of a closing with this profit in euros. Neither profit nor loss counts as a profit. */
export function closeResult(profit: number | null | undefined): CloseResult {
  if (profit === null || profit === undefined) return { text: 'closed', amount: undefined };
  return { text: profit < 0 ? 'closedLoss' : 'closedProfit', amount: Math.abs(profit) };
}

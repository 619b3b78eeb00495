// The result of a close: its text and the amount won or lost.

export type CloseResult = {
  readonly text: 'closed' | 'closedProfit' | 'closedLoss';
  /** In euros, unsigned; undefined if the acknowledgement has no profit. */
  readonly amount: number | undefined;
};

/** The result of a close with this profit in euros; zero counts as a profit. */
export function closeResult(profit: number | null | undefined): CloseResult {
  if (profit === null || profit === undefined) return { text: 'closed', amount: undefined };
  return { text: profit < 0 ? 'closedLoss' : 'closedProfit', amount: Math.abs(profit) };
}

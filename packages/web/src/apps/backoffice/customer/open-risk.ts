// The open risk of a customer: how many positions, and their notional.
type Held = { readonly amount: number; readonly leverage: number };

export function toRisk(open: readonly Held[]) {
  const exposure = open.reduce((sum, { amount, leverage }) => sum + amount * leverage, 0);
  // Cents, because sums of euros are not exact.
  return { positions: open.length, exposure: Math.round(exposure * 100) / 100 };
}

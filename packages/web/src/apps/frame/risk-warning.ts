export type RiskWarningParts = {
  /** The first sentence, shown in bold. */
  readonly lead: string;
  readonly rest: string;
  /** The sentence with the percentage, which phones show before expanding. */
  readonly short: string;
};

/** Splits the operator's warning; a single sentence serves as both. */
export function splitRiskWarning(text: string): RiskWarningParts {
  const sentences = text.trim().split(/(?<=[.!?])\s+/);
  const [lead = '', ...rest] = sentences;
  return { lead, rest: rest.join(' '), short: sentences.find((one) => one.includes('%')) ?? lead };
}

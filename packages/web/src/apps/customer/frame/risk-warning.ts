export type RiskWarningParts = {
  /** The first sentence, which is set in bold. */
  readonly lead: string;
  readonly rest: string;
  /** The sentence with the figure, which a phone shows before the whole is opened. */
  readonly short: string;
};

/** Takes the operator's warning apart; a text of one sentence is lead and short form at once. */
export function splitRiskWarning(text: string): RiskWarningParts {
  const sentences = text.trim().split(/(?<=[.!?])\s+/);
  const [lead = '', ...rest] = sentences;
  return { lead, rest: rest.join(' '), short: sentences.find((one) => one.includes('%')) ?? lead };
}

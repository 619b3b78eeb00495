/** The place of a chart among several. */
export type ChartPlace = {
  readonly name: string;
  /** Whether it is the one that the ticket trades. */
  readonly isFocused: boolean;
  readonly onFocus: () => void;
};

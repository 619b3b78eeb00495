/** The role of a chart among several. */
export type ChartPlace = {
  readonly name: string;
  /** Whether the ticket trades this chart's symbol. */
  readonly isFocused: boolean;
  readonly onFocus: () => void;
};

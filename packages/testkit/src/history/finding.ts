export type Rule =
  | 'acknowledged-lost'
  | 'answer-differs'
  | 'order'
  | 'effect-once'
  | 'replay'
  | 'epochs'
  | 'zero-sum'
  | 'posting-keys'
  | 'stale-read'
  | 'stale-view';

export type Finding = { readonly rule: Rule; readonly what: string };

/** Takes what a check finds. */
export type Report = (rule: Rule, what: string) => void;

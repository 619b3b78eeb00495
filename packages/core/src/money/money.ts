// Money is an integer number of euro cents. Nothing is ever computed in floating euros.

export type Cents = number & { readonly __unit: 'cents' };

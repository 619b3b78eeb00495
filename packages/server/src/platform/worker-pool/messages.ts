export type ToThread = { readonly module: string; readonly input: unknown };

export type FromThread =
  | { readonly kind: 'done'; readonly output: unknown }
  | { readonly kind: 'failed'; readonly error: unknown };

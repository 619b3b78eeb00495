// The type of a text catalogue: English defines the keys. German has every catalogue; Italian and
// Spanish have those of the main screens, each complete, and fall back to English for the others.

export type Complete<English> = { readonly [Key in keyof English]: string };

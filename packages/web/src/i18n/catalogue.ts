// The shape of a catalogue of texts: English decides the keys. German has every catalogue; Italian and
// Spanish have those of the main screens, each whole, and fall back to English for the others.

export type Complete<English> = { readonly [Key in keyof English]: string };

// The shape of a catalogue of texts: English decides the keys. German is complete; Italian and
// Spanish may lack keys or whole namespaces and fall back to English.

export type Complete<English> = { readonly [Key in keyof English]: string };
export type Partially<English> = { readonly [Key in keyof English]?: string };

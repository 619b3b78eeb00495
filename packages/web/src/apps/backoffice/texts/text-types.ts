// The types that the texts of every language have.

/** English defines the keys: a missing or an unknown one is an error of the compiler. */
export type Texts<English> = {
  readonly [Key in keyof English]: English[Key] extends string ? string : Texts<English[Key]>;
};

/** Labels by the name of a field, an action, a choice or a tab, in snake case. */
export type Names = Readonly<Record<string, string>>;
/** Labels of choices that differ by field. */
export type NamesByField = Readonly<Record<string, Names>>;

/** The texts of a declared resource. Those that are missing stay as they are declared. */
export type ResourceTexts = {
  readonly title: string;
  readonly one: string;
  /** In the order of the declaration. */
  readonly queues?: readonly string[];
  /** The button of each action, and what the action does. */
  readonly actions?: Readonly<Record<string, readonly [label: string, summary: string]>>;
};

/** The title and the summary of a report or an overview's action, by its path. */
export type RouteTexts = Readonly<
  Record<string, { readonly title?: string; readonly summary: string }>
>;
/** Sentences as the server and the contract word them, and how a language does. */
export type Phrases = readonly (readonly [pattern: RegExp, text: string])[];

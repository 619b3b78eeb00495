import type { NotificationKind, Word } from '../kinds.ts';

export type NotificationText = {
  /** One line: the mail's subject and the list's headline. `{name}` is replaced by a fact. */
  readonly title: string;
  /** The text for the list and the mail; an empty line separates paragraphs. */
  readonly text: string;
};

/** The texts of one language. A test checks that every fact of a kind appears. */
export type Catalogue = {
  readonly kinds: Readonly<Record<NotificationKind, NotificationText>>;
  readonly words: Readonly<Record<Word, string>>;
  readonly mail: {
    readonly greeting: string;
    /** The greeting without a name, for a name that is not safe to mail. */
    readonly greetingUnnamed: string;
    /** The line above the link. */
    readonly open: string;
    /** The line that says why the mail was sent. */
    readonly optional: string;
    readonly required: string;
  };
};

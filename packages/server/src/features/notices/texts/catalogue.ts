import type { NoticeKind, Word } from '../kinds.ts';

export type NoticeText = {
  /** One line: the mail's subject and the list's headline. `{name}` is replaced by a fact. */
  readonly title: string;
  /** An empty line separates paragraphs. The text suits the list and the mail. */
  readonly text: string;
};

/** The texts of one language. A test checks that every fact of a kind appears. */
export type Catalogue = {
  readonly kinds: Readonly<Record<NoticeKind, NoticeText>>;
  readonly words: Readonly<Record<Word, string>>;
  readonly mail: {
    readonly greeting: string;
    /** Without the name, if it is not safe to mail. */
    readonly greetingUnnamed: string;
    /** Above the link. */
    readonly open: string;
    /** Why the mail was sent. */
    readonly optional: string;
    readonly required: string;
  };
};

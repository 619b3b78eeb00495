import type { NoticeKind, Word } from '../kinds.ts';

export type NoticeText = {
  /** One line: the mail's subject, and the headline in the list. `{name}` is filled from the facts. */
  readonly title: string;
  /** An empty line parts paragraphs. It reads right in the list and in the mail alike. */
  readonly text: string;
};

/** One language's words. Every fact of a kind appears in its texts, or a test fails. */
export type Catalogue = {
  readonly kinds: Readonly<Record<NoticeKind, NoticeText>>;
  readonly words: Readonly<Record<Word, string>>;
  readonly mail: {
    readonly greeting: string;
    /** To a name that had better not stand in a mail. */
    readonly greetingUnnamed: string;
    /** Above the link. */
    readonly open: string;
    /** Why it came. */
    readonly optional: string;
    readonly required: string;
  };
};

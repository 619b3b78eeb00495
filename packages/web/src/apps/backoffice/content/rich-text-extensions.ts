// What the editor of formatted text can hold: the HTML that the site permits, and nothing else.
import { LINK_PATTERN } from '@halyard/contract/format/permitted-html';
import { Image } from '@tiptap/extension-image';
import { TableKit } from '@tiptap/extension-table';
import type { Extensions } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';

export const RICH_TEXT_EXTENSIONS: Extensions = [
  StarterKit.configure({
    code: false,
    codeBlock: false,
    strike: false,
    underline: false,
    // An empty paragraph at the end would be stored.
    trailingNode: false,
    heading: { levels: [2, 3, 4] },
    link: {
      autolink: false,
      openOnClick: false,
      defaultProtocol: 'https',
      isAllowedUri: (url) => LINK_PATTERN.test(url),
      // The sanitiser sets `rel`.
      HTMLAttributes: { target: null, rel: null },
    },
  }),
  Image.configure({ inline: true }),
  TableKit,
];

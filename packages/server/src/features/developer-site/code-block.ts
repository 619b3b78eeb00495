// Marks strings, names, numbers, keywords and comments of code samples, for the colours of the page.
import { escapeHtml } from './html.ts';

const STRING = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`/.source;
const NUMBER = /\b\d[\d.]*\b/.source;
/** Matches nothing: the language has none. */
const NONE = '(?!)';

type Language = { readonly comment: string; readonly word: string };

const LANGUAGES: Readonly<Record<string, Language>> = {
  json: { comment: NONE, word: /\b(?:true|false|null)\b/.source },
  sh: { comment: /(?<=^|\s)#.*/.source, word: NONE },
  ts: {
    comment: /\/\/.*/.source,
    word: /\b(?:async|await|catch|const|else|export|for|from|function|if|import|let|new|null|of|return|throw|try|while)\b/
      .source,
  },
  python: {
    comment: /#.*/.source,
    word: /\b(?:as|async|await|def|else|except|False|for|from|if|import|in|None|not|raise|return|True|try|while|with)\b/
      .source,
  },
};

/** A block of code; `sample` names it among those of which the reader chooses one. */
export function codeBlock(code: string, language: string, sample?: string): string {
  const name = sample === undefined ? '' : ` data-sample="${escapeHtml(sample)}"`;
  return `<div class="code"${name}><pre><code>${highlight(code, language)}</code></pre></div>`;
}

/** Returns the code as HTML; code in a language that the site does not know stays plain. */
function highlight(code: string, name: string): string {
  const language = LANGUAGES[name];
  if (language === undefined) return escapeHtml(code);
  const { comment, word } = language;
  const token = new RegExp(
    `(?<comment>${comment})|(?<string>${STRING})(?<colon>\\s*:)?|(?<word>${word})|(?<number>${NUMBER})`,
    'gm',
  );
  let html = '';
  let end = 0;
  for (const found of code.matchAll(token)) {
    html += escapeHtml(code.slice(end, found.index)) + mark(found.groups ?? {});
    end = found.index + found[0].length;
  }
  return html + escapeHtml(code.slice(end));
}

type Groups = Readonly<Record<string, string | undefined>>;

function mark({ comment, string, colon, word, number }: Groups): string {
  if (string !== undefined) {
    const isName = colon !== undefined;
    return `${span(isName ? 'name' : 'string', string)}${colon ?? ''}`;
  }
  if (comment !== undefined) return span('comment', comment);
  return word === undefined ? span('number', number ?? '') : span('word', word);
}

function span(kind: string, text: string): string {
  return `<span class="${kind}">${escapeHtml(text)}</span>`;
}

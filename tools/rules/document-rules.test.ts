import { expect, it } from 'vitest';
import {
  problemsOfAnchors,
  problemsOfDecision,
  problemsOfDecisionIndex,
  problemsOfDecisions,
  problemsOfGlossary,
  problemsOfLinks,
} from './document-rules.ts';

it('reports a decision that the index does not list', () => {
  const index = '- [0001](0001-a.md) **Title.** Summary.';
  expect(problemsOfDecisionIndex(['0001-a.md'], index)).toEqual([]);
  expect(problemsOfDecisionIndex(['0001-a.md', '0002-b.md'], index)).toEqual([
    'docs/decisions/README.md: does not list 0002-b.md',
  ]);
});

it('reports a decision number that is used twice or left out, and a name without one', () => {
  expect(problemsOfDecisions(['0001-a.md', '0002-b.md'])).toEqual([]);
  expect(problemsOfDecisions(['0001-a.md', '0001-b.md', 'draft.md'])).toHaveLength(2);
  expect(problemsOfDecisions(['0001-a.md', '0003-c.md'])).toEqual([
    'docs/decisions/0003-c.md: should be 0002, so that each number is used once',
  ]);
});

it('reports a link of a document that leads nowhere, and no address of the web', () => {
  const text = '[a](b.md#part) ![c](../c.png) [d](https://example.com/d) [e](#part)';
  const isThere = (path: string): boolean => path === 'docs/b.md';
  expect(problemsOfLinks('docs/a.md', text, isThere)).toEqual([
    'docs/a.md: links to c.png, which is not there',
  ]);
});

it.each(['accepted', 'superseded by [0009](0009-other.md)'])(
  'accepts a decision that is %s',
  (status) => {
    const text = `# 0007. Choose\n\nDate: 2026-11-20. Status: ${status}.\n\nWhy.\n`;
    expect(problemsOfDecision('0007-choose.md', text)).toEqual([]);
  },
);

it.each([
  ['of another number', '# 0008. Choose\n\nDate: 2026-11-20. Status: accepted.\n\nWhy.\n'],
  [
    'without a point behind its number',
    '# 0007 Choose\n\nDate: 2026-11-20. Status: accepted.\n\nWhy.\n',
  ],
  ['without date and status', '# 0007. Choose\n\nWhy.\n'],
  ['of an unknown status', '# 0007. Choose\n\nDate: 2026-11-20. Status: maybe.\n\nWhy.\n'],
])('reports a decision %s', (_, text) => {
  expect(problemsOfDecision('0007-choose.md', text)).toEqual([
    expect.stringContaining('0007-choose'),
  ]);
});

it('reports a word that the glossary explains twice', () => {
  const text = '- **Live, stale**: states.\n- **Hold**: money.\n';
  expect(problemsOfGlossary(text)).toEqual([]);
  expect(problemsOfGlossary(`${text}- **Stale**: old.\n`)).toEqual([
    'docs/glossary.md: "stale" is explained twice',
  ]);
});

it('reports a link to a heading that a document does not have', () => {
  const pages: Readonly<Record<string, string>> = {
    'docs/b.md': '# B\n\n## TLS & proxies\n\n```\n# not a heading\n```\n',
  };
  const problems = (text: string): string[] =>
    problemsOfAnchors('docs/a.md', text, (path) => pages[path] ?? '');
  expect(problems('# A\n\n[here](#a) [there](b.md#tls--proxies) [out](https://e.com/#x)')).toEqual(
    [],
  );
  expect(problems('# A\n\n[here](#b)')).toEqual([
    'docs/a.md: links to #b of docs/a.md, which is not there',
  ]);
  expect(problems('[there](b.md#not-a-heading)')).toHaveLength(1);
});

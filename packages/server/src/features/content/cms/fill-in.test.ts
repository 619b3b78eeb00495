import { expect, it } from 'vitest';
import { fillIn } from './fill-in.ts';
import { SEED } from './seed/seed.ts';

const warnings = { en: 'Risk.', de: 'Risiko.', it: 'Rischio.', es: 'Riesgo.' };
const facts = {
  operatorName: 'Example & Co',
  operatorAddress: 'Example Street 1, 10115 Berlin',
  year: 2026,
  riskWarnings: warnings,
};
const homeless = { ...facts, operatorAddress: '' };

it('inserts the operator’s facts, escaped in HTML', () => {
  const document = {
    imprint: '{{operator}}, {{address}}',
    text: '<p>{{operator}}, {{address}}. {{year}} {{unknown}}</p>',
    text_de: '<p>{{risk_warning}}</p>',
  };
  expect(fillIn(document, facts)).toEqual({
    imprint: 'Example & Co, Example Street 1, 10115 Berlin',
    text: '<p>Example &amp; Co, Example Street 1, 10115 Berlin. 2026 {{unknown}}</p>',
    text_de: '<p>Risiko.</p>',
  });
});

it.each([
  ['{{operator}}, {{address}}', 'Example & Co'],
  ['<p>{{operator}}<br />{{address}}</p>', '<p>Example &amp; Co</p>'],
  ['<p>{{operator}}<br>{{address}}. Write!</p>', '<p>Example &amp; Co. Write!</p>'],
  ['{{address}}', ''],
])('omits an unset address with its separator: %s', (text, filled) => {
  expect(fillIn({ text }, homeless)).toEqual({ text: filled });
});

it('leaves no gap for a missing address in the seeded pages, in any language', () => {
  const pages = SEED.collections['pages']?.entries ?? [];
  const json = JSON.stringify(pages.map((page) => fillIn(page, homeless)));
  expect(json).toContain('This agreement is between you and Example &amp; Co. It begins when');
  expect(json).toContain('besteht zwischen Ihnen und Example &amp; Co. Sie beginnt, wenn');
  expect(json).not.toMatch(/,\s*[.,]|,\s*<|<br ?\/?>\s*<\/p>|\{\{/);
});

import { LANGUAGES } from '@halyard/contract/config';
import { describe, expect, it } from 'vitest';
import { NOTIFICATION_KINDS, WORDS } from './kinds.ts';
import type { FactType, FactTypes, NotificationKind } from './kinds.ts';
import { renderMail } from './render-mail.ts';
import { renderNotificationText } from './render-notification-text.ts';
import { TEXTS } from './texts/texts.ts';

const KINDS = Object.keys(NOTIFICATION_KINDS) as NotificationKind[];
const BROKER = {
  operator: 'Müller & Söhne',
  findSiteUrl: () => 'https://trade.example',
  riskWarning: (language: string) => `risk in ${language}`,
};
const EVIL = '<img src=x onerror="alert(1)">\r\nBcc: all@example.com\u202e{operator}\'&';

const EVIL_NAME = '<img src=x onerror="alert()">\r\nBcc \u202e{operator}\'&';

const FACTS = {
  text: EVIL,
  note: EVIL,
  cents: -123_456,
  rate: '1.08512',
  percent: 49.996,
  integer: 17,
  instant: Date.UTC(2026, 10, 20, 13, 5, 9),
  day: Date.UTC(2026, 10, 20),
} as const;

function factsOf(kind: NotificationKind): Record<string, unknown> {
  const types: FactTypes = NOTIFICATION_KINDS[kind].facts;
  return Object.fromEntries(Object.entries(types).map(([name, type]) => [name, sample(type)]));
}

function sample(type: FactType): unknown {
  return typeof type === 'string' ? FACTS[type] : type[0];
}

function placesIn(text: string): readonly string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

describe.each(LANGUAGES)('in %s', (language) => {
  it.each(KINDS)('%s uses every fact of its kind and no other', (kind) => {
    const { title, text } = TEXTS[language].kinds[kind];
    expect(new Set(placesIn(`${title} ${text}`))).toEqual(
      new Set(Object.keys(NOTIFICATION_KINDS[kind].facts)),
    );
  });

  it.each([
    ['Anna-Maria', true],
    ['J. R. R.', true],
    ['Łukasz O’Neill', true],
    ['see http://evil.example', false],
    ['evil.example', false],
    ['www evil', false],
    ['you@evil', false],
    ['Win € 500', false],
  ])('greets %j by name: %s', (firstName, isNamed) => {
    const kind = 'email-confirmation';
    const facts = factsOf(kind);
    const { text, html } = renderMail(BROKER, { kind, facts, language, firstName, link: '/x' });
    expect(text.includes(firstName)).toBe(isNamed);
    expect(html.includes('evil')).toBe(false);
    expect(text.split('\n')[0]).toMatch(isNamed ? /^\p{L}+.* /u : /^\p{L}+(?: \p{L}+)?[,:]$/u);
  });

  it.each(KINDS)('%s escapes foreign text in headers and HTML', (kind) => {
    const facts = factsOf(kind);
    const mail = renderMail(BROKER, { kind, facts, language, firstName: EVIL_NAME });
    expect(mail.subject).toMatch(/^\P{Cc}{4,200}$/u);
    expect(mail.html).not.toMatch(/<(?!\/?(?:!doctype|html|head|meta|title|body|p|a|br|hr)\b)/);
    expect(mail.html).not.toMatch(/onerror="|&(?!amp;|lt;|gt;|quot;|#39;)/);
    expect(mail.text).not.toMatch(/\r|\u202e/);
    expect(mail.text).not.toMatch(/\bundefined\b|\bNaN\b|\[object/);
    // The customer's name contains a placeholder, which stays unchanged.
    expect(mail.text).toContain('{operator}');
    expect(placesIn(mail.text).filter((name) => name !== 'operator')).toEqual([]);
    for (const part of [`risk in ${language}`, 'https://trade.example/', 'Müller & Söhne']) {
      expect(mail.text).toContain(part);
    }
    expect(mail.html).toContain('Müller &amp; Söhne');
    expect(mail.html).toContain(`<html lang="${language}">`);
  });

  it('translates every word that a notification can contain', () => {
    for (const word of WORDS) expect(TEXTS[language].words[word]).toMatch(/\S/);
    if (language === 'en') return;
    // A message to the operator has no standard text around it, so its texts are the same in all
    // languages.
    const same = KINDS.filter(
      (kind) =>
        kind !== 'operator-message' &&
        TEXTS[language].kinds[kind].text === TEXTS.en.kinds[kind].text,
    );
    expect(same).toEqual([]);
  });
});

it.each([
  ['en', '−€ 1,234.56', '72,500.00', '49.99 %', '20 November 2026 at 13:05:09 UTC'],
  ['de', '−1.234,56 €', '72.500,00', '49,99 %', '20. November 2026 um 13:05:09 UTC'],
  ['it', '−1.234,56 €', '72.500,00', '49,99 %', '20 novembre 2026 alle ore 13:05:09 UTC'],
  ['es', '−1.234,56 €', '72.500,00', '49,99 %', '20 de noviembre de 2026 a las 13:05:09 UTC'],
] as const)('formats figures and times like the web app in %s', (language, ...parts) => {
  const { text } = renderNotificationText(
    'position-closed-out',
    { ...factsOf('position-closed-out'), profitCents: -123_456, rate: '72500.00' },
    language,
  );
  for (const part of parts) expect(text).toContain(part);
});

it('rejects a notification with a missing or invalid fact', () => {
  const facts = factsOf('deposit-approved');
  const render = (change: object) =>
    renderNotificationText('deposit-approved', { ...facts, ...change }, 'en');
  expect(() => render({ amountCents: undefined })).toThrow('amountCents');
  expect(() => render({ amountCents: 1.5 })).toThrow('cents');
  expect(() => render({ transactionId: 7 })).toThrow('transactionId');
  const rates = { ...factsOf('stop-filled'), rate: '1e9' };
  expect(() => renderNotificationText('stop-filled', rates, 'en')).toThrow('rate');
  const words = { ...factsOf('stop-filled'), direction: 'passport' };
  expect(() => renderNotificationText('stop-filled', words, 'en')).toThrow('passport');
});

it('keeps the paragraphs and line breaks of a message', () => {
  const mail = renderMail(BROKER, {
    kind: 'operator-message',
    facts: { title: 'News', message: 'One\ntwo\n\n\n\nthree' },
    language: 'en',
    firstName: 'Ada',
  });
  expect(mail.html).toContain('<p>One<br>two</p>\n<p>three</p>');
});

it('links to its own address instead of a page, escaped', () => {
  const mail = renderMail(BROKER, {
    kind: 'reset-link',
    facts: factsOf('reset-link'),
    language: 'en',
    firstName: 'Ada',
    link: '/password/reset/abc?x=1&y=2',
  });
  expect(mail.text).toContain('https://trade.example/password/reset/abc?x=1&y=2\n');
  expect(mail.html).toContain('href="https://trade.example/password/reset/abc?x=1&amp;y=2"');
});

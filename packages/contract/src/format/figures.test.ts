import { expect, it } from 'vitest';
import { createFigureWriter } from './figures.ts';

it.each([
  ['en', '€ 9,941.20', '−€ 5.00', '72,500.00', '−1.24 %'],
  ['de', '9.941,20 €', '−5,00 €', '72.500,00', '−1,24 %'],
  ['it', '9.941,20 €', '−5,00 €', '72.500,00', '−1,24 %'],
  ['es', '9.941,20 €', '−5,00 €', '72.500,00', '−1,24 %'],
])('writes euros, prices and percentages as %s does', (language, euros, loss, rate, percent) => {
  const figures = createFigureWriter(language);
  expect(figures.euros(9941.2)).toBe(euros);
  expect(figures.euros(-5)).toBe(loss);
  expect(figures.decimal(72_500, 2)).toBe(rate);
  expect(figures.percent(-1.24, 2)).toBe(percent);
});

it('writes what rounds to zero without a sign', () => {
  const figures = createFigureWriter('en');
  expect(figures.euros(-0.004)).toBe('€ 0.00');
  expect(figures.decimal(-0.04, 1)).toBe('0.0');
  expect(figures.percent(-0.001, 2)).toBe('0.00 %');
});

it.each([
  ['en', 1_000_000, '€ 1,000,000'],
  ['en', -1_234_567.89, '−€ 1,234,568'],
  ['en', 123_456_789, '€ 123.46M'],
  ['de', -123_456_789, '−123,46 Mio. €'],
])('shortens in %s %d to %s', (language, amount, text) => {
  expect(createFigureWriter(language).shortEuros(amount).replaceAll('\u00a0', ' ')).toBe(text);
});

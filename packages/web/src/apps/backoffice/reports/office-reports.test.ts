import { expect, it } from 'vitest';
import { questionsOf, reportLinks, reportsOf } from './office-reports.ts';

it('offers a role its reports, with the parameters of each', () => {
  expect(reportsOf(['dealing']).map(({ name }) => name)).toEqual(['execution']);
  expect(reportsOf(['content'])).toEqual([]);
  const questions = reportsOf(['admin']).map((report) => [
    report.name,
    Object.keys(questionsOf(report)),
  ]);
  expect(Object.fromEntries(questions)).toEqual({
    daily: ['from', 'until'],
    'losing-accounts': ['from'],
    costs: ['customer', 'from', 'until'],
    execution: ['from', 'until'],
    audit: ['from', 'until'],
  });
});

it('links a customer’s page to the reports about them', () => {
  expect(reportLinks('customers', 17, ['support'])).toEqual([
    { title: 'Costs of a customer', path: '/backoffice/reports/costs?customer=17' },
  ]);
  expect(reportLinks('customers', 17, ['dealing'])).toEqual([]);
  expect(reportLinks('positions', 17, ['admin'])).toEqual([]);
});

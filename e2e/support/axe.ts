// What axe finds on a screen as it stands.
import axe from 'axe-core';
import type { Page } from '@playwright/test';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** Axe does not ask for these by itself: WCAG 2.2, 2.5.8, and names that tell landmarks apart. */
const MORE_RULES = { 'target-size': { enabled: true }, 'landmark-unique': { enabled: true } };
const OPTIONS = {
  runOnly: { type: 'tag', values: TAGS },
  rules: MORE_RULES,
  resultTypes: ['violations'],
  // What a frame holds is a preview, in which no script runs, or somebody else's page.
  iframes: false,
} satisfies axe.RunOptions;

export type Violation = {
  readonly id: string;
  readonly where: readonly string[];
};

/** Axe comes into a page once: most of a question's time would go into reading it again. */
export async function findViolations(page: Page): Promise<readonly Violation[]> {
  const isThere = await page.evaluate(() => 'axe' in window);
  if (!isThere) await page.evaluate(axe.source);
  return await page.evaluate(async (options) => {
    const { axe: checker } = window as unknown as { axe: typeof axe };
    const outside = { exclude: [['iframe[sandbox]']] };
    const { violations } = await checker.run(outside, options);
    return violations.map(({ id, nodes }) => ({
      id,
      where: nodes.map(({ html }) => html),
    }));
  }, OPTIONS);
}

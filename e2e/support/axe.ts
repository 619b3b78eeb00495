// The problems that axe finds on the current screen.
import axe from 'axe-core';
import type { Page } from '@playwright/test';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** Rules that are off by default: WCAG 2.2, 2.5.8, and distinct names of landmarks. */
const MORE_RULES = { 'target-size': { enabled: true }, 'landmark-unique': { enabled: true } };
const OPTIONS = {
  runOnly: { type: 'tag', values: TAGS },
  rules: MORE_RULES,
  resultTypes: ['violations'],
  // A frame contains a preview without scripts, or a page of a third party.
  iframes: false,
} satisfies axe.RunOptions;

export type Violation = {
  readonly id: string;
  readonly where: readonly string[];
};

/** Loads axe into a page only once, because parsing it takes most of the time of a check. */
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

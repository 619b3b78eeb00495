// What axe finds on a screen as it stands.
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

export type Violation = {
  readonly id: string;
  readonly isGrave: boolean;
  readonly where: readonly string[];
};

export async function findViolations(page: Page): Promise<readonly Violation[]> {
  return await analyze(new AxeBuilder({ page }).withTags(TAGS));
}

/** Of rules by name, those among them that axe does not ask for by itself too. */
export async function findViolationsOf(
  page: Page,
  rules: readonly string[],
): Promise<readonly Violation[]> {
  return await analyze(new AxeBuilder({ page }).withRules([...rules]));
}

async function analyze(builder: AxeBuilder): Promise<readonly Violation[]> {
  const { violations } = await builder
    // No script runs in a preview, the checker's neither.
    .exclude('iframe[sandbox]')
    // Without it every question opens a tab to put frames of other origins together: none is asked.
    .setLegacyMode()
    .analyze();
  return violations.map(({ id, impact, nodes }) => ({
    id,
    isGrave: impact === 'serious' || impact === 'critical',
    where: nodes.map(({ html }) => html),
  }));
}

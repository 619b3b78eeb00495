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
  const { violations } = await new AxeBuilder({ page })
    // No script runs in a preview, the checker's neither.
    .exclude('iframe[sandbox]')
    .withTags(TAGS)
    // Without it every question opens a tab to put frames of other origins together: none is asked.
    .setLegacyMode()
    .analyze();
  return violations.map(({ id, impact, nodes }) => ({
    id,
    isGrave: impact === 'serious' || impact === 'critical',
    where: nodes.map(({ html }) => html),
  }));
}

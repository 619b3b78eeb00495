// The terms and the privacy policy of an operator whose address is not set.
import { expect } from '@playwright/test';
import { test } from '../support/halyard.ts';
import { EXTENDED } from '../support/extended.ts';

const SENTENCES = {
  en: {
    '/terms-conditions': 'This agreement is between you and Halyard. It begins when you sign up',
    '/privacy-policy': 'Halyard. Write to us by the contact form.',
  },
  de: {
    '/terms-conditions': 'Diese Vereinbarung besteht zwischen Ihnen und Halyard. Sie beginnt,',
    '/privacy-policy': 'Halyard. Schreiben Sie uns über das Kontaktformular.',
  },
} as const;
/** Each page with the language of its texts. */
const READ = [
  ['en', '/terms-conditions', 'en'],
  ['en', '/privacy-policy', 'en'],
  ['de', '/terms-conditions', 'de'],
  ['de', '/privacy-policy', 'de'],
  ['it', '/terms-conditions', 'en'],
  ['es', '/terms-conditions', 'en'],
] as const;

test(
  'shows the operator without a gap where the address is not set, at 390 px',
  EXTENDED,
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    for (const [language, path, written] of READ) {
      await page.goto(`${path}?lng=${language}`);
      await expect(page.getByRole('main')).toContainText(SENTENCES[written][path]);
      await expect(page.getByRole('contentinfo')).toContainText('Halyard');
      const text = await page.locator('body').innerText();
      expect(text).not.toMatch(/, ?[.,]|Halyard,\s*$/m);
    }
  },
);

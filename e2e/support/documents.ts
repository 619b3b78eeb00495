// Actions on the customer's documents page.
import { expect, type Locator, type Page } from '@playwright/test';
import { picture, type ChosenFile } from './files.ts';

export function documentOf(page: Page, title: string): Locator {
  return page
    .getByRole('region', { name: 'Documents' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title }) });
}

/** Chooses a file, which uploads it. */
export async function upload(row: Locator, file: ChosenFile): Promise<void> {
  await row.getByLabel('File of').setInputFiles(file);
}

/** Uploads a picture as the passport, and returns its row on the page. */
export async function uploadPassport(page: Page): Promise<Locator> {
  await page.goto('/my-account/documents');
  const passport = documentOf(page, 'Passport or identity card');
  await upload(passport, await picture(page, 'passport.jpg'));
  await expect(passport.getByText('Processing', { exact: true })).toBeVisible();
  return passport;
}

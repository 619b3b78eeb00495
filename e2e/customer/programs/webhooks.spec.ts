// Webhooks on the security page: created with events and an address, secret shown once and rotated,
// deleted.
import { expect } from '@playwright/test';
import { forgive, haveSession, test } from '../../support/halyard.ts';
import { EXTENDED } from '../../support/extended.ts';

test(
  'creates a webhook, shows its secret once, rotates it and deletes the webhook',
  EXTENDED,
  async ({ page, context, halyard, newcomer, problems }) => {
    await haveSession(context, halyard.url, newcomer.token);
    await page.goto('/security');
    await page.getByRole('button', { name: 'Create a webhook' }).click();
    await page.getByLabel('Address', { exact: true }).fill('https://127.0.0.1/halyard');
    await page.getByRole('button', { name: 'Create webhook' }).click();
    await expect(page.getByText('Events can’t be sent to this address')).toBeVisible();
    await page.getByLabel('Address', { exact: true }).fill('https://93.184.216.34/halyard');
    await page.getByLabel(/^Margin warning/).uncheck();
    await page.getByRole('button', { name: 'Create webhook' }).click();
    const secret = page.getByText(/^whsec_/);
    await expect(secret).toBeVisible();
    await page.getByRole('button', { name: 'I have saved it' }).click();
    await expect(secret).toBeHidden();
    await page.getByRole('button', { name: 'Rotate the secret of https://93.184' }).click();
    await expect(page.getByText('also signed with the previous secret')).toBeVisible();
    await page.getByRole('button', { name: 'I have saved it' }).click();
    await expect(page.getByText('previous secret valid until')).toBeVisible();
    await page.getByRole('button', { name: 'Deliveries' }).click();
    await expect(page.getByText('No events yet')).toBeVisible();
    await page.getByLabel('Failed deliveries only').check();
    await expect(page.getByText('No failed deliveries')).toBeVisible();
    await page.getByRole('button', { name: 'Delete https://93.184.216.34/halyard' }).click();
    await expect(page.getByText('93.184.216.34')).toBeHidden();
    forgive(problems, /status of 422/);
  },
);

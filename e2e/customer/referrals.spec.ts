// The referral link, and who came by it; writing to the operator.
import { expect } from '@playwright/test';
import { post } from '../support/customer.ts';
import { forgive, haveSession, test } from '../support/halyard.ts';

test('shows the link, and who signed up by it [r-referrals-link] [r-referrals-columns] [h-menu-referrals] [c-referrals]', async ({
  page,
  context,
  halyard,
  newcomer,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await haveSession(context, halyard.url, newcomer.token);
  await page.goto('/my-account/info');
  await page.getByRole('banner').getByRole('link', { name: 'Referrals' }).click();
  await page.waitForURL('**/referrals');
  await expect(page.getByText('Nobody has signed up by your link yet')).toBeVisible();
  const link = await page.getByRole('textbox', { name: 'Link' }).inputValue();
  await page.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByText('Copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);

  const friend = `friend-${Date.now()}@halyard.example`;
  await post(halyard.url, 'accounts/register', {
    first_name: 'Good',
    last_name: 'Friend',
    email: friend,
    phone: '+493023125123',
    password: 'eight or more',
    agree: true,
    ref: new URL(link).searchParams.get('ref'),
  });
  await page.reload();
  await expect(page.getByRole('columnheader')).toHaveText(['Account', 'Email', 'Date']);
  const row = page.getByRole('row').filter({ hasText: 'Good Friend' });
  await expect(row).toContainText(friend);
  await expect(row.getByRole('cell').last()).toHaveText(/^\d{1,2} \w{3,4} \d{4}$/);
});

test('sends a message with all five fields, and thanks for it [r-contact] [v-contact-required] [c-contact] [c-contact-thanks] [p-visitor-contact]', async ({
  page,
  halyard,
}) => {
  let sent = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/contact')) sent += 1;
  });
  await page.goto('/contact-us');
  const send = page.getByRole('button', { name: 'Send' });
  await send.click();
  for (const name of ['First name', 'Last name', 'Email', 'Message']) {
    await expect(page.getByText(`${name} is required`, { exact: true })).toBeVisible();
  }
  await expect(page.getByText('Phone number is required', { exact: true })).toBeVisible();
  expect(sent).toBe(0);
  await page.getByLabel('First name').fill('Curious');
  await page.getByLabel('Last name').fill('Visitor');
  await page.getByLabel('Email').fill('curious@halyard.example');
  await page.getByLabel('Phone').fill('+49 30 23125123');
  await page.getByLabel('Message').fill('Do you trade tulips?');
  await send.click();
  const thanks = page.getByText('Thank you. We have got your message.');
  await expect(thanks).toBeVisible();
  await expect(thanks).toBeHidden({ timeout: 3_000 });
  await expect(page.getByLabel('Message')).toHaveValue('');
  expect(await halyard.operate('contact', 'list')).toContain('Do you trade tulips?');
});

test('tells what happened, and lets mails be switched off', async ({
  page,
  context,
  halyard,
  trader,
  faults,
}) => {
  await haveSession(context, halyard.url, trader.token);
  await page.goto('/my-account/info');
  await page
    .getByRole('link', { name: /^Notifications, \d+ new/ })
    .first()
    .click();
  await page.waitForURL('**/notifications');
  const list = page.getByRole('region', { name: 'Notifications' });
  await expect(list.getByText('New', { exact: true }).first()).toBeVisible();
  await list.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(list.getByText('New', { exact: true })).toHaveCount(0);
  await expect(
    page.getByRole('banner').getByRole('link', { name: 'Notifications', exact: true }).first(),
  ).toBeVisible();

  const mails = page.getByRole('region', { name: 'Mails' });
  await mails.getByRole('checkbox', { name: 'News' }).uncheck();
  await expect(mails.getByRole('checkbox', { name: 'News' })).toBeEnabled();
  await mails.getByLabel('Language of mails').selectOption('de');
  await page.reload();
  await expect(mails.getByRole('checkbox', { name: 'News' })).not.toBeChecked();
  await expect(mails.getByRole('checkbox', { name: 'Security' })).toBeDisabled();
  await expect(mails.getByLabel('Language of mails')).toHaveValue('de');
  await page.route('**/notifications/updatePreferences', (route) => route.abort());
  await mails.getByRole('checkbox', { name: 'News' }).click();
  await expect(page.getByText(/Nothing was changed/)).toBeVisible();
  await expect(mails.getByRole('checkbox', { name: 'News' })).not.toBeChecked();
  forgive(faults, /ERR_FAILED/);
});

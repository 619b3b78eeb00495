// The referral link and the customers who used it; messages to the operator.
import { expect } from '@playwright/test';
import { post } from '../support/customer.ts';
import { forgive, haveSession, test } from '../support/halyard.ts';
import { EXTENDED } from '../support/extended.ts';

test('shows the referral link and who signed up through it [r-referrals-link] [r-referrals-columns] [h-menu-referrals] [c-referrals]', async ({
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
  await expect(page.getByText('No sign-ups through your link yet')).toBeVisible();
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

test('sends a contact message with all five fields and shows the thank-you text [r-contact] [v-contact-required] [c-contact] [c-contact-thanks] [p-visitor-contact] [v-generic-max]', async ({
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
  for (const [name, length] of [
    ['First name', 80],
    ['Last name', 80],
    ['Message', 4_000],
  ] as const) {
    await page.getByLabel(name).fill('A'.repeat(length + 1));
    await send.click();
    await expect(
      page.getByText(`${name} has maximum ${length} characters`, { exact: true }),
    ).toBeVisible();
  }
  expect(sent).toBe(0);
  await page.getByLabel('First name').fill('Curious');
  await page.getByLabel('Last name').fill('Visitor');
  await page.getByLabel('Email').fill('curious@halyard.example');
  await page.getByLabel('Phone').fill('+49 30 23125123');
  await page.getByLabel('Message').fill('Do you trade tulips?');
  await send.click();
  const thanks = page.getByText('Thank you. We have received your message.');
  await expect(thanks).toBeVisible();
  await expect(thanks).toBeHidden({ timeout: 10_000 });
  await expect(page.getByLabel('Message')).toHaveValue('');
  expect(await halyard.operate('contact', 'list')).toContain('Do you trade tulips?');
});

test(
  'shows new notifications at once, and older referrals and notifications page by page',
  EXTENDED,
  async ({ page, context, halyard, newcomer }) => {
    await haveSession(context, halyard.url, newcomer.token);
    await page.goto('/my-account/info');
    const bell = page
      .getByRole('banner')
      .getByRole('link', { name: /^Notifications/ })
      .first();
    await expect(bell).toBeVisible();
    const before = unreadOf(await bell.getAttribute('aria-label'));
    // The page receives it over the live connection, without polling.
    await halyard.operate('credit', newcomer.email, '12.00', 'A present');
    await expect
      .poll(async () => unreadOf(await bell.getAttribute('aria-label')))
      .toBeGreaterThan(before);

    // Creating this many customers takes long, so the test adds them to the server's replies.
    await page.route('**/api/accounts/referrals', (route) => {
      const { before: last = 61, limit } = route.request().postDataJSON() as PageBody;
      return route.fulfill({
        json: { status: 'success', data: rowsBefore(last, limit, toFriend) },
      });
    });
    await page.goto('/referrals');
    const friends = page.getByRole('row').filter({ hasText: 'Friend' });
    await expect(friends).toHaveCount(50);
    await page.getByRole('button', { name: 'Show older referrals' }).click();
    await expect(friends).toHaveCount(60);
    await expect(page.getByRole('button', { name: 'Show older referrals' })).toHaveCount(0);
    await expect(friends.last()).toContainText('Friend 1');

    await page.route('**/api/accounts/notifications', (route) => {
      const { before: last = 41, limit } = route.request().postDataJSON() as PageBody;
      const notifications = rowsBefore(last, limit, toNotice);
      return route.fulfill({ json: { status: 'success', data: { notifications, unread: 0 } } });
    });
    await page.goto('/notifications');
    const notices = page.getByRole('region', { name: 'Notifications' }).getByRole('listitem');
    await expect(notices).toHaveCount(25);
    await page.getByRole('button', { name: 'Show older notifications' }).click();
    await expect(notices).toHaveCount(40);
    await expect(notices.last()).toContainText('Notice 1');
  },
);

type PageBody = { readonly before?: number; readonly limit: number };

function rowsBefore<Row>(before: number, limit: number, toRow: (id: number) => Row): Row[] {
  const count = Math.min(limit, before - 1);
  return Array.from({ length: count }, (_, index) => toRow(before - 1 - index));
}

function toFriend(id: number) {
  const email = `friend-${id}@halyard.example`;
  return { id, full_name: `Friend ${id}`, email, created_at: '2026-01-01T00:00:00.000Z' };
}

function toNotice(id: number) {
  const about = { kind: 'stop-filled', group: 'trading', page: '/platform', read: true };
  return { ...about, id, title: `Notice ${id}`, text: '', created_at: '2026-01-01T00:00:00.000Z' };
}

/** Returns the number of new notifications from the label of the bell. */
function unreadOf(label: string | null): number {
  return Number(/\d+/.exec(label ?? '')?.[0] ?? 0);
}

test(
  'lists notifications and lets the customer turn mails off',
  EXTENDED,
  async ({ page, context, halyard, trader, problems }) => {
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

    const mails = page.getByRole('region', { name: 'Email notifications' });
    await mails.getByRole('checkbox', { name: 'News' }).uncheck();
    await expect(mails.getByRole('checkbox', { name: 'News' })).toBeEnabled();
    await mails.getByLabel('Email language').selectOption('de');
    await page.reload();
    await expect(mails.getByRole('checkbox', { name: 'News' })).not.toBeChecked();
    const security = mails.getByRole('checkbox', { name: 'Security' });
    await expect(security).toBeDisabled();
    await expect(security).toHaveAccessibleDescription('Always sent');
    await expect(mails.getByLabel('Email language')).toHaveValue('de');
    await page.route('**/notifications/updatePreferences', (route) => route.abort());
    await mails.getByRole('checkbox', { name: 'News' }).click();
    await expect(page.getByText(/nothing was changed/)).toBeVisible();
    await expect(mails.getByRole('checkbox', { name: 'News' })).not.toBeChecked();
    forgive(problems, /ERR_FAILED/);
  },
);

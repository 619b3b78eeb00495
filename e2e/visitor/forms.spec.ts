// Forms of content pages.
import { expect } from '@playwright/test';
import { forgive, test } from '../support/halyard.ts';

test('validates a page’s form, reports a failure, and shows the thank-you text [v-cms-name] [v-cms-email-required] [v-cms-email-valid] [v-cms-message] [v-generic-max] [x-cms-failure] [c-cms-form]', async ({
  page,
  halyard,
  problems,
}) => {
  let sent = 0;
  page.on('request', (request) => {
    if (request.url().includes('/api/forms/submit/contact')) sent += 1;
  });
  await page.goto('/contact');
  const send = page.getByRole('button', { name: 'Send' });
  await send.click();
  await expect(page.getByText('Name is required')).toBeVisible();
  await expect(page.getByText('Email is required')).toBeVisible();
  await expect(page.getByText('Message is required')).toBeVisible();
  await page.getByLabel('Name').fill('Ada Visitor');
  await page.getByLabel('Email').fill('ada.example');
  await page.getByLabel('Message').fill('How do I begin?');
  await send.click();
  await expect(page.getByText('Invalid email address', { exact: true })).toBeVisible();
  await expect(page.getByText('is required')).toHaveCount(0);
  for (const [name, length] of [
    ['Name', 200],
    ['Message', 4_000],
  ] as const) {
    const typed = await page.getByLabel(name).inputValue();
    await page.getByLabel(name).fill('A'.repeat(length + 1));
    await send.click();
    await expect(
      page.getByText(`${name} has maximum ${length} characters`, { exact: true }),
    ).toBeVisible();
    await page.getByLabel(name).fill(typed);
  }
  expect(sent).toBe(0);

  await page.getByLabel('Email').fill('ada@halyard.example');
  await page.route('**/api/forms/submit/contact*', (route) => route.fulfill({ status: 500 }));
  await send.click();
  await expect(
    page.getByText('Oops! Something wrong happened. Please try again.', { exact: true }),
  ).toBeVisible();
  forgive(problems, /status of 500/);
  await page.unrouteAll();
  await send.click();
  await expect(page.getByText('Thank you. We have received your message')).toBeVisible();
  expect(await halyard.operate('content', 'submissions')).toContain('How do I begin?');
});

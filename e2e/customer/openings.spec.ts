// Accounts that may open nothing: the ticket and the account say why, and lead to where it ends.
import { expect, type Page } from '@playwright/test';
import { post } from '../support/customer.ts';
import { forgive, haveSession, test } from '../support/halyard.ts';
import { openOf, openPosition, rowOf, ticketOf } from '../support/platform.ts';

const ORDER = { side: 'Buy', amount: '100', leverage: '1×' } as const;

test.use({ feed: 'staged' });

test('an account that can only close says so, and closes', async ({
  page,
  context,
  halyard,
  trader,
}) => {
  await haveSession(context, halyard.url, trader.token);
  await page.goto('/platform/BTCUSD');
  await openPosition(page, ORDER, 'BTCUSD');
  await halyard.operate('customer', 'close-only', trader.email, 'checked');
  const ticket = ticketOf(page);
  const notice = ticket.getByText('The account can only close positions');
  // The page does not know yet: the server refuses, and the ticket stays as it then is.
  await ticket.getByRole('button', { name: 'Buy BTCUSD' }).click();
  await expect(notice.first()).toBeVisible();
  await expect(ticket.getByRole('button', { name: 'Buy BTCUSD' })).toBeDisabled();
  await page.reload();
  await expect(notice).toBeVisible();
  await expect(ticket.getByRole('button', { name: 'Buy BTCUSD' })).toBeDisabled();
  await openOf(page).getByRole('button', { name: 'Close Buy BTCUSD' }).click();
  await expect(rowOf(openOf(page), 'BTCUSD')).toHaveCount(0);

  await page.goto('/my-account/info');
  await expect(page.getByText('The account can only close positions')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Contact us' }).click();
  await page.waitForURL('**/contact-us');
});

test('a time-out leads to the own limits, from the ticket and from a deposit', async ({
  page,
  context,
  halyard,
  trader,
  faults,
}) => {
  const { token } = trader;
  await post(halyard.url, 'accounts/safeguards/timeOut', { token, days: 1 });
  await haveSession(context, halyard.url, token);
  await page.goto('/platform/BTCUSD');
  await expect(ticketOf(page).getByText(/You are taking a time-out until/)).toBeVisible();
  await expect(ticketOf(page).getByRole('button', { name: 'Buy BTCUSD' })).toBeDisabled();
  await page.goto('/payment/deposit');
  const dialog = page.getByRole('dialog', { name: 'Deposit' });
  await dialog.getByRole('radio', { name: 'Bank transfer' }).check();
  await dialog.getByLabel('Amount').fill('250');
  await dialog.getByRole('button', { name: 'Deposit' }).click();
  await expect(dialog.getByRole('alert')).toContainText('You are taking a time-out until');
  await dialog.getByRole('link', { name: 'See your own limits' }).click();
  await page.waitForURL('**/own-limits');
  forgive(faults, /status of 403/);
});

test.describe('where the questions are asked', () => {
  test.beforeAll(async ({ halyard }) => {
    await halyard.stop();
    await halyard.start({ APPROPRIATENESS: 'on' });
  });
  test.afterAll(async ({ halyard }) => {
    await halyard.stop();
    await halyard.start();
  });

  test('they come before the first position: answered, warned of, gone on from', async ({
    page,
    context,
    halyard,
    trader,
    faults,
  }) => {
    await page.clock.install();
    await haveSession(context, halyard.url, trader.token);
    await page.goto('/platform/BTCUSD');
    const ticket = ticketOf(page);
    await expect(
      ticket.getByText('Answer the questions about leveraged trading first'),
    ).toBeVisible();
    await expect(ticket.getByRole('button', { name: 'Buy BTCUSD' })).toBeDisabled();
    await ticket.getByRole('link', { name: 'Answer the questions' }).click();
    await page.waitForURL('**/appropriateness');
    await expect(page.getByText(/^Version \S+/)).toBeVisible();
    await page.getByRole('button', { name: 'Show the questions' }).click();
    const send = page.getByRole('button', { name: 'Send the answers' });
    await expect(page.getByText(/you can send them in \d+ s/)).toBeVisible();
    await expect(send).toBeDisabled();
    // The page's clock is wrong: the server knows that nobody reads so fast.
    await page.clock.fastForward('00:40');
    await send.click();
    await expect(page.getByText('This field is required')).toHaveCount(5);
    for (const question of await page.getByRole('group').all()) {
      await question.getByRole('radio').first().check();
    }
    await send.click();
    await expect(page.getByText(/^Take your time: this is possible in \d+ seconds/)).toBeVisible();
    forgive(faults, /status of 409/);

    // Half a minute and a minute are long: what the server then says is written by hand.
    const warning = { attempt: 1, text: 'You may lose.', acknowledge_from: await inAMinute(page) };
    await answerWith(page, 'answer', { warning });
    await send.click();
    await expect(page.getByRole('alert').getByText('You may lose.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Answer again' })).toBeEnabled();
    const goOn = page.getByRole('button', { name: 'I have read the warning and go on' });
    await expect(goOn).toBeDisabled();
    await page.clock.fastForward('01:10');
    await answerWith(page, 'acknowledge', { cleared: true });
    await goOn.click();
    await expect(page.getByText('You have answered the questions')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Go to the platform' })).toHaveAttribute(
      'href',
      '/platform/BTCUSD',
    );
  });
});

function inAMinute(page: Page): Promise<string> {
  return page.evaluate(() => new Date(Date.now() + 60_000).toISOString());
}

async function answerWith(page: Page, step: string, change: object): Promise<void> {
  const state = {
    required: true,
    cleared: false,
    version: 'by hand',
    attempt: null,
    warning: null,
  };
  await page.route(`**/api/accounts/appropriateness/${step}`, (route) =>
    route.fulfill({ json: { status: 'success', data: { ...state, ...change } } }),
  );
}

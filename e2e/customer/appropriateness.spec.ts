// The questions about leveraged trading, where the operator asks them.
import { expect, type Page } from '@playwright/test';
import { openAccount } from '../support/customer.ts';
import { forgive, haveSession, test as base } from '../support/halyard.ts';
import { ticketOf } from '../support/platform.ts';
import { launchProgram, type Program } from '../support/program.ts';

const test = base.extend<{ program: Program }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from this pattern
  program: async ({}, use) => {
    const program = await launchProgram({ DEMO: 'off', APPROPRIATENESS: 'on' });
    await use(program);
    await program.close();
  },
  baseURL: async ({ program }, use) => use(program.url),
});

test('the questions come before the first position: answered, warned of, gone on from', async ({
  page,
  context,
  program,
  faults,
}) => {
  const customer = await openAccount(program.url);
  await program.operate('customer', 'verify', customer.email);
  await page.clock.install();
  await haveSession(context, program.url, customer.token);
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
  await expect(page.getByText(/^You can do this in \d+ seconds/)).toBeVisible();
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
  const json = { status: 'success', data: { ...state, ...change } };
  let isSaid = false;
  await page.route(`**/api/accounts/appropriateness/${step}`, (route) => {
    isSaid = true;
    return route.fulfill({ json });
  });
  // As its clock leaps, the page may ask again how it stands.
  await page.route(/\/api\/accounts\/appropriateness(?:\?|$)/, (route) =>
    isSaid ? route.fulfill({ json }) : route.fallback(),
  );
}

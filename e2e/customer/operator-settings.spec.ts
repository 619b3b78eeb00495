// Settings of the operator and their effect on customers. The journeys share one program one after
// the other, because a start costs more than most of them; the settings of one don't affect the
// next.
import { expect, type Page } from '@playwright/test';
import { openAccount, post } from '../support/customer.ts';
import { fillSignIn, forgive, haveSession, test as base } from '../support/halyard.ts';
import { ticketOf } from '../support/platform.ts';
import { launchProgram, type Program } from '../support/program.ts';
import { EXTENDED } from '../support/extended.ts';

/** Started by the first journey that needs it. */
let launched: Promise<Program> | undefined;

const test = base.extend<{ program: Program }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from this pattern
  program: async ({}, use) => {
    launched ??= launchProgram({
      DEMO: 'off',
      APPROPRIATENESS: 'on',
      DEPOSIT_METHODS: 'bank',
      ECONOMICS: 'off',
      PLATFORM_ONLY: 'on',
      WITHDRAWAL_FEE: '2.50',
    });
    await use(await launched);
  },
  baseURL: async ({ program }, use) => use(program.url),
});

// The journeys run one after the other in one worker; a failed one doesn't stop the rest.
test.describe.configure({ mode: 'default' });

test.afterAll(async () => {
  await (await launched)?.close();
});

test('in app mode, opens the platform at / and hides the site around it [r-home-app-mode] [r-referrals-hidden] [r-levels-link] [r-slug-app-mode] [r-calendar-off]', async ({
  page,
  program,
  problems,
}) => {
  const customer = await openAccount(program.url);
  await page.goto('/');
  await page.waitForURL('**/login');
  await fillSignIn(page, customer);
  await page.waitForURL('**/platform/BTCUSD');
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: 'My Account' })).toBeVisible();
  await expect(header.getByRole('link', { name: 'Referrals' })).toHaveCount(0);
  await expect(header.getByText('Level Standard').first()).toBeVisible();
  await expect(header.getByRole('link', { name: 'Level Standard' })).toHaveCount(0);
  for (const path of ['/referrals', '/about', '/economic-calendar']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Not found' })).toBeVisible();
  }
  if (problems.length > 0) forgive(problems, /status of 404/);
});

test(
  'leads from sign-up and from the footer to the legal pages at 1440 and 390 px',
  EXTENDED,
  async ({ page, context }) => {
    for (const width of [1_440, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto('/register');
      const opened = context.waitForEvent('page');
      await page.getByRole('main').getByRole('link', { name: 'Terms & Conditions' }).click();
      const terms = await opened;
      await expect(
        terms.getByRole('heading', { level: 1, name: 'Terms & Conditions' }),
      ).toBeVisible();
      await terms.close();
      const footer = page.getByRole('contentinfo');
      await expect(footer.getByRole('navigation', { name: 'About' })).toHaveCount(0);
      const links = footer.getByRole('navigation', { name: 'Legal' }).getByRole('link');
      await expect(links).toHaveCount(5);
      for (const link of await links.all()) {
        const answer = await page.request.get((await link.getAttribute('href')) ?? '');
        expect(answer.status(), await link.innerText()).toBe(200);
      }
      await page.goto('/contact-us');
      await expect(page.getByRole('contentinfo').getByRole('link')).toHaveCount(5);
    }
  },
);

test(
  'asks the appropriateness questions before the first position, warns, and lets the customer continue',
  EXTENDED,
  async ({ page, context, program, problems }) => {
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
    await expect(page.getByText(/You can send your answers in \d+ s/)).toBeVisible();
    await expect(send).toBeDisabled();
    // The page's clock is moved on, but the server still enforces the minimum reading time.
    await page.clock.fastForward('00:40');
    await send.click();
    await expect(page.getByText('This field is required')).toHaveCount(5);
    for (const question of await page.getByRole('group').all()) {
      await question.getByRole('radio').first().check();
    }
    await send.click();
    await expect(page.getByText(/^You can do this in \d+ seconds/)).toBeVisible();
    forgive(problems, /status of 409/);

    // Waiting half a minute and a minute would take too long, so the test writes the server's later
    // replies.
    const warning = { attempt: 1, text: 'You may lose.', acknowledge_from: await inAMinute(page) };
    await answerWith(page, 'answer', { warning });
    await send.click();
    await expect(page.getByRole('alert').getByText('You may lose.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Answer again' })).toBeEnabled();
    const goOn = page.getByRole('button', { name: 'I have read the warning. Continue' });
    await expect(goOn).toBeDisabled();
    await page.clock.fastForward('01:10');
    await answerWith(page, 'acknowledge', { cleared: true });
    await goOn.click();
    await expect(page.getByText('You have answered the questions')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Go to the platform' })).toHaveAttribute(
      'href',
      '/platform/BTCUSD',
    );
  },
);

test(
  'offers only configured methods, and lists a fee and a returned payout [k-card-configured] [s-tx-withdrawals]',
  EXTENDED,
  async ({ page, context, program }) => {
    const { url, operate } = program;
    const { token, email } = await openAccount(url);
    await haveSession(context, url, token);
    await page.goto('/payment/deposit');
    const dialog = page.getByRole('dialog', { name: 'Deposit' });
    const methods = dialog.getByRole('group', { name: 'Payment method' }).locator('label');
    await expect(methods).toHaveText(['Bank transfer']);

    await operate('customer', 'confirm-email', email);
    await operate('credit', email, '1000.00', 'Money to withdraw');
    const { transaction_id: id } = await post<{ transaction_id: string }>(
      url,
      'transactions/create',
      { token, amount: -100, method: 'withdraw', comments: 'To my bank' },
    );
    await operate('withdrawal', 'approve', id);
    await operate('withdrawal', 'pay', id, 'BANK-1');
    await operate('withdrawal', 'bounce', id, 'Account closed');
    await page.goto('/transactions/withdrawals');
    const rowOf = (type: string) =>
      page.getByRole('row').filter({ has: page.getByRole('cell', { name: type, exact: true }) });
    await expect(page.getByRole('row')).toHaveCount(4);
    await expect(rowOf('Withdrawal')).toContainText('−€ 97.50');
    await expect(rowOf('Withdrawal fee')).toContainText('−€ 2.50');
    await expect(rowOf('Withdrawal returned')).toContainText('€ 97.50');

    // Cards are offered once the keys of one provider are set.
    await page.goto('about:blank');
    await program.stop();
    await program.start({
      PAYMENTS: 'live',
      IKAJO_KEY: 'client',
      IKAJO_PASSWORD: 'password',
      IKAJO_URL: 'https://secure.example.com/payment/auth',
    });
    await page.goto('/payment/deposit');
    await expect(methods).toHaveText(['Card', 'Bank transfer']);
  },
);

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
  // The page may reload the state when its clock is moved.
  await page.route(/\/api\/accounts\/appropriateness(?:\?|$)/, (route) =>
    isSaid ? route.fulfill({ json }) : route.fallback(),
  );
}

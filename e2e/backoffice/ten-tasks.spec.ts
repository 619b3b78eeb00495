// Counts the interactions of ten mixed tasks with the keyboard alone.
// docs/evidence/console-tasks.md has the counts of the same tasks before the work list, the palette
// and the shortcut keys existed.
import { expect } from '@playwright/test';
import { EXTENDED } from '../support/extended.ts';
import {
  confirm,
  createKeyboard,
  decide,
  openByName,
  useKeysOnly,
  viewDocument,
} from '../support/keyboard.ts';
import {
  openPeople,
  openPositionOf,
  requestMoney,
  sendDocument,
  sendMessage,
  takePicture,
} from '../support/office-day.ts';
import { test } from './office.ts';

useKeysOnly(import.meta.url);
// Starts a separate program, so that no other work waits for staff.
test.use({ settings: { LOG_LEVEL: 'warn' } });

/** The earlier count of each task, from the page where the previous task ended. */
const BEFORE = {
  'approve a withdrawal': 11,
  'reject a withdrawal': 12,
  'confirm a deposit': 7,
  'put a deposit in review': 6,
  'approve a document': 9,
  'reject a document': 10,
  'answer a message': 6,
  'add a note to a customer': 7,
  'halt a symbol': 6,
  'close a position': 6,
} as const;

test(
  'takes at most half of the interactions of before for ten mixed tasks',
  EXTENDED,
  async ({ office: page, halyard, browser }) => {
    const { url } = halyard;
    const { Anna, Chiara, David, Elena, Farid, Hugo } = await openPeople(halyard);
    await openPositionOf(browser, url, Chiara);
    const approved = await requestMoney(url, Anna, -380);
    await requestMoney(url, David, -250);
    await requestMoney(url, Hugo, 1_250);
    await requestMoney(url, Farid, 900);
    const jpeg = await takePicture(browser, url, Elena);
    await sendDocument(url, Elena, { type: 'passport', jpeg });
    await sendDocument(url, Farid, { type: 'passport', jpeg });
    await sendMessage(url, 'Kim', 'How do I change my bank account?');
    const keys = createKeyboard(page);
    const heading = page.getByRole('heading', { level: 1 });
    const work = page.getByRole('region', { name: 'Waiting for you' });
    await page.reload();
    await expect(work.getByRole('rowheader')).toHaveCount(7);
    const took: [string, number][] = [];
    const taskDone = (task: keyof typeof BEFORE): void => {
      const before = took.reduce((sum, [, count]) => sum + count, 0);
      took.push([task, keys.count() - before]);
    };

    await keys.press('Enter');
    await expect(heading).toHaveText(`Withdrawal ${approved}`);
    await expect(page.getByRole('list', { name: 'Before you decide' })).toBeVisible();
    const next = { goesNext: true };
    await decide(page, keys, { action: 'Approve', fields: ['All checks are met'], ...next });
    taskDone('approve a withdrawal');
    await expect(page.getByText('€ 250.00').first()).toBeVisible();
    await decide(page, keys, { action: 'Reject', fields: ['Asked to keep it'], ...next });
    taskDone('reject a withdrawal');
    await expect(page.getByText('€ 1,250.00').first()).toBeVisible();
    await decide(page, keys, { action: 'Confirm', fields: ['1250', 'On the statement'], ...next });
    taskDone('confirm a deposit');
    await expect(page.getByText('€ 900.00').first()).toBeVisible();
    await decide(page, keys, { action: 'Put in review', fields: ['Unknown sender'], ...next });
    taskDone('put a deposit in review');

    for (const [name, action, fields] of [
      ['Elena', 'Approve', ['12312039', 'Matches the profile']],
      ['Farid', 'Reject', ['The edge is cut off']],
    ] as const) {
      await expect(page.getByText(new RegExp(`^${name} `)).first()).toBeVisible();
      await viewDocument(page, keys);
      await decide(page, keys, { action, fields, ...next });
      taskDone(action === 'Approve' ? 'approve a document' : 'reject a document');
    }
    await expect(page.getByText('How do I change my bank account?')).toBeVisible();
    await decide(page, keys, { action: 'Mark as done', fields: ['Answered by mail'] });
    taskDone('answer a message');

    await openByName(page, keys, {
      typed: `note ${Hugo.email}: Called about the transfer`,
      found: /^Add a note: Hugo/,
    });
    await confirm(page, keys, { action: 'Add a note', fields: [] });
    taskDone('add a note to a customer');
    await openByName(page, keys, { typed: 'halt LTCUSD: Source in doubt', found: /^Halt: / });
    await confirm(page, keys, { action: 'Halt', fields: [] });
    taskDone('halt a symbol');
    await openByName(page, keys, {
      typed: 'close 1: Asked by telephone',
      found: /^Close: .*BTCUSD/,
    });
    await confirm(page, keys, { action: 'Close', fields: [] });
    taskDone('close a position');

    await expect(page.getByText('Closed', { exact: true }).first()).toBeVisible();
    const sums = { before: 0, now: 0 };
    for (const [task, count] of took) {
      const before = BEFORE[task as keyof typeof BEFORE];
      console.log(`${task}: ${count} interactions, ${before} before`);
      sums.now += count;
      sums.before += before;
    }
    console.log(`all ten: ${sums.now} interactions, ${sums.before} before`);
    expect(took).toHaveLength(10);
    expect(sums.now).toBeLessThanOrEqual(sums.before / 2);
  },
);

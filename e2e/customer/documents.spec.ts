// Identity documents: uploaded, reviewed by staff, and uploaded again.
import { expect } from '@playwright/test';
import { documentOf, upload } from '../support/documents.ts';
import { hugeFile, picture, textFile } from '../support/files.ts';
import { forgive, haveSession, test } from '../support/halyard.ts';

test('uploads documents and shows the status of each [s-doc-waiting] [s-doc-no-label] [s-doc-processing] [s-doc-approved] [s-doc-rejected] [s-doc-rejected-again] [s-doc-rejected-note] [s-doc-after-upload] [s-doc-reload] [e-user-doc-null] [e-upload-types] [c-upload]', async ({
  page,
  context,
  halyard,
  newcomer,
}) => {
  await page.addInitScript(noteUploads);
  await haveSession(context, halyard.url, newcomer.token);
  await page.goto('/my-account/documents');
  await expect(page.getByRole('button', { name: 'Upload' })).toHaveCount(4);
  for (const label of ['Processing', 'Approved', 'Rejected', 'Waiting']) {
    await expect(page.getByText(label, { exact: true })).toHaveCount(0);
  }
  const passport = documentOf(page, 'Passport or identity card');
  const address = documentOf(page, 'Proof of address');
  const front = documentOf(page, 'Funding card, front');
  const reload = page.waitForResponse('**/api/accounts/get');
  await upload(passport, await picture(page, 'passport.jpg'));
  await reload;
  await expect(passport.getByText('Processing', { exact: true })).toBeVisible();
  await expect(passport.getByRole('button')).toHaveCount(0);
  await upload(address, await picture(page, 'bill.jpg'));
  await expect(address.getByText('Processing', { exact: true })).toBeVisible();
  await upload(front, await picture(page, 'card.jpg'));
  await expect(front.getByText('Processing', { exact: true })).toBeVisible();
  await expect(page.getByText('7 of 10 uploads left today')).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('uploads'))).toBe(
    ' passport address funding',
  );

  const [first, second] = await documentIds(halyard.operate, newcomer.email);
  // The operator must view a document before approving it.
  await halyard.operate('document', 'show', first ?? '', test.info().outputPath('passport'));
  await halyard.operate('document', 'approve', first ?? '', '--expires=2099-12-31');
  await halyard.operate('document', 'reject', second ?? '', '--note=Older than three months');
  await page.reload();
  await expect(passport.getByText('Approved', { exact: true })).toBeVisible();
  await expect(
    passport.getByText(/^Approved today \d\d:\d\d · valid until 31 Dec 2099$/),
  ).toBeVisible();
  await expect(passport.getByRole('button')).toHaveCount(0);
  await expect(address.getByText('Rejected', { exact: true })).toBeVisible();
  await expect(address.getByText('Older than three months')).toBeVisible();
  await upload(address, await picture(page, 'newer-bill.jpg'));
  await expect(address.getByText('Processing', { exact: true })).toBeVisible();
  await expect(address.getByText('Older than three months')).toBeHidden();
});

test('rejects another file type, a file that is too large, and a missing file [v-doc-required] [v-doc-types] [v-doc-size] [x-file-not-supported] [x-file-reset] [x-field-required]', async ({
  page,
  context,
  halyard,
  newcomer,
  problems,
}) => {
  let uploads = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/accounts/upload')) uploads += 1;
  });
  await haveSession(context, halyard.url, newcomer.token);
  await page.goto('/my-account/documents');
  const row = documentOf(page, 'Passport or identity card');
  // The button opens the file dialog, which can be cancelled.
  const choosing = page.waitForEvent('filechooser');
  await row.getByRole('button', { name: 'Upload' }).click();
  await (await choosing).setFiles([]);
  await expect(row.getByText('This field is required', { exact: true })).toBeVisible();
  for (const file of [textFile('letter.txt'), hugeFile('scan.pdf')]) {
    await upload(row, file);
    await expect(
      row.getByRole('alert').getByText('File not supported', { exact: true }),
    ).toBeVisible();
    await expect(row.getByLabel('File of')).toHaveValue('');
  }
  await expect(row.getByText('at most 2 MB')).toBeVisible();
  expect(uploads).toBe(0);

  // The file has the name of a document, but the server checks its content.
  await upload(row, textFile('letter.pdf'));
  await expect(row.getByText(/Choose a jpg, jpeg or pdf/)).toBeVisible();
  await expect(
    row.getByRole('alert').getByText('File not supported', { exact: true }),
  ).toBeVisible();
  await expect(row.getByLabel('File of')).toHaveValue('');
  expect(uploads).toBe(1);
  forgive(problems, /status of 415/);
});

/**
 * Runs in the page: records the type of each uploaded document, because Playwright can't read such
 * a body.
 */
function noteUploads(): void {
  const send = window.fetch;
  window.fetch = (input, init) => {
    if (init?.body instanceof FormData) {
      const type = init.body.get('type');
      const noted = sessionStorage.getItem('uploads') ?? '';
      sessionStorage.setItem('uploads', `${noted} ${typeof type === 'string' ? type : ''}`);
    }
    return send(input, init);
  };
}

/** Returns the ids of a customer's documents, oldest first. */
async function documentIds(
  operate: (...words: readonly string[]) => Promise<string>,
  email: string,
): Promise<readonly string[]> {
  const printed = await operate('document', 'list', email);
  return [...printed.matchAll(/^\s*#?(\d+)\b/gm)]
    .map(([, id = '']) => id)
    .toSorted((a, b) => Number(a) - Number(b));
}

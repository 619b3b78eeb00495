// API keys on the security page: created once, shown once, revoked.
import { expect } from '@playwright/test';
import { forgive, haveSession, test } from '../../support/halyard.ts';
import { EXTENDED } from '../../support/extended.ts';

test(
  'creates an API key, shows it once and revokes it',
  EXTENDED,
  async ({ page, context, halyard, newcomer, problems }) => {
    await haveSession(context, halyard.url, newcomer.token);
    await page.goto('/security');
    await page.getByRole('button', { name: 'Create an API key' }).click();
    await page.getByLabel('Name').fill('Hedger');
    await page.getByLabel('Permission').selectOption('Read only');
    await page
      .getByRole('combobox', { name: 'Account', exact: true })
      .selectOption('Practice account');
    await page.getByLabel('Allowed IP addresses').fill('office');
    await page.getByRole('button', { name: 'Create key' }).click();
    await expect(page.getByText('office is not an address or a CIDR range')).toBeVisible();
    await page.getByLabel('Allowed IP addresses').fill('127.0.0.1, 2001:db8::/32');
    await page.getByRole('button', { name: 'Create key' }).click();
    const secret = page.getByText(/^hk_practice_[\w-]{43}$/);
    await expect(secret).toBeVisible();
    const key = await secret.innerText();
    await page.getByRole('button', { name: 'I have saved it' }).click();
    await expect(secret).toBeHidden();

    const address = `${halyard.url}/api/v1/accounts`;
    const headers = { authorization: `Bearer ${key}` };
    const response = await fetch(address, { headers });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ data: [{ environment: 'practice' }] });
    await page.reload();
    await expect(page.getByText(/Last used .* from 127\.0\.0\.1/)).toBeVisible();
    await page.getByRole('button', { name: 'Revoke Hedger' }).click();
    await expect(page.getByText('Hedger')).toBeHidden();
    expect((await fetch(address, { headers })).status).toBe(401);
    forgive(problems, /status of 422/);
  },
);

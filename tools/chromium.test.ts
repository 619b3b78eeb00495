import { expect, it } from 'vitest';
import { findChromium } from './chromium.mjs';

const only =
  (...paths: string[]) =>
  (path: string): Promise<boolean> =>
    Promise.resolve(paths.includes(path));

const PLAYWRIGHT = '/cache/ms-playwright/chrome';

it('prefers CHROME_PATH to the system’s and Playwright’s browser', async () => {
  const env = { CHROME_PATH: '/opt/chrome', PATH: '/usr/bin' };
  const usable = only('/opt/chrome', '/usr/bin/chromium', PLAYWRIGHT);
  expect(await findChromium(env, PLAYWRIGHT, usable)).toBe('/opt/chrome');
});

it('rejects a CHROME_PATH that does not start, without falling back', async () => {
  const env = { CHROME_PATH: '/opt/gone', PATH: '/usr/bin' };
  await expect(findChromium(env, PLAYWRIGHT, only('/usr/bin/chromium'))).rejects.toThrow(
    '/opt/gone',
  );
});

it.each([
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
])('prefers the system’s %s to Playwright’s', async (name) => {
  const usable = only(`/snap/bin/${name}`, PLAYWRIGHT);
  const env = { CHROME_PATH: '', PATH: '/usr/bin:/snap/bin' };
  expect(await findChromium(env, PLAYWRIGHT, usable)).toBe(`/snap/bin/${name}`);
});

it('uses Playwright’s browser if the system has none', async () => {
  expect(await findChromium({ PATH: '/usr/bin' }, PLAYWRIGHT, only(PLAYWRIGHT))).toBe(PLAYWRIGHT);
});

it('skips a launcher that starts nothing', async () => {
  const usable = only('/usr/bin/google-chrome');
  expect(await findChromium({ PATH: '/usr/bin' }, undefined, usable)).toBe(
    '/usr/bin/google-chrome',
  );
});

it('finds no browser if there is none', async () => {
  expect(await findChromium({ PATH: '/usr/bin' }, PLAYWRIGHT, only())).toBeUndefined();
});

import { expect, it } from 'vitest';
import { deviceFingerprint, deviceName } from './device.ts';

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0';
const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const EDGE = `${CHROME.replace('X11; Linux x86_64', 'Windows NT 10.0; Win64; x64')} Edg/142.0.0.0`;
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';
const ANDROID =
  'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';

it.each([
  [FIREFOX, 'Firefox, Windows'],
  [CHROME, 'Chrome, Linux'],
  [EDGE, 'Edge, Windows'],
  [SAFARI, 'Safari, iOS'],
  [ANDROID, 'Chrome, Android'],
  ['curl/8.5.0', 'Unknown device'],
  ['', 'Unknown device'],
])('names %j', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});

it('recognises a device after an update, but not another browser or country', () => {
  const known = deviceFingerprint(FIREFOX, 'DE');
  expect(deviceFingerprint(FIREFOX.replaceAll('145.0', '146.0.1'), 'DE')).toBe(known);
  expect(deviceFingerprint(FIREFOX, 'AT')).not.toBe(known);
  expect(deviceFingerprint(FIREFOX, undefined)).not.toBe(known);
  expect(deviceFingerprint(CHROME, 'DE')).not.toBe(known);
});

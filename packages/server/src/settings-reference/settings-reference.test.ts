import { expect, it } from 'vitest';
import { acceptedBy, readSettings, SETTING_NAMES } from '#settings.ts';
import { envExample, SETTINGS_SECTIONS, settingsPage } from './settings-reference.ts';

const described = SETTINGS_SECTIONS.flatMap(({ settings }) => Object.entries(settings));

it('describes every setting once, with the default that it has', () => {
  expect(described.map(([name]) => name).toSorted()).toEqual([...SETTING_NAMES].toSorted());
  const defaults = described.flatMap(([name, setting]) =>
    setting.default === undefined ? [] : [[name, setting.default]],
  );
  expect(readSettings(Object.fromEntries(defaults))).toEqual(readSettings({}));
});

it('gives examples that are accepted', () => {
  for (const [name, { example }] of described) {
    if (example === undefined) continue;
    const read = readSettings({ [name]: example });
    const problems = read.kind === 'invalid' ? read.problems : [];
    // Only the problems of the variable itself: what it needs beside it is not the example's to
    // provide.
    const own = problems.filter(
      (problem) => problem.name === name && problem.text.endsWith(acceptedBy(name)),
    );
    expect(own).toEqual([]);
  }
});

it('matches .env.example and the documentation', async () => {
  await expect(envExample()).toMatchFileSnapshot('../../../../.env.example');
  await expect(settingsPage(acceptedBy)).toMatchFileSnapshot(
    '../../../../docs/operate/settings.md',
  );
});

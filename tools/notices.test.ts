import { expect, it } from 'vitest';
import {
  formatNotices,
  isAccepted,
  shippedPaths,
  threeClauseBsd,
  titledLicence,
} from './notices.ts';

const LOCKFILE = {
  'packages/server': { dependencies: { '@halyard/core': '0.1.0', a: '1.0.0' } },
  'packages/testkit': { dependencies: { unused: '1.0.0' } },
  'node_modules/@halyard/core': { link: true },
  'node_modules/a': {
    version: '1.0.0',
    dependencies: { b: '2.0.0' },
    optionalDependencies: { 'a-linux': '1.0.0' },
  },
  'node_modules/a-linux': { version: '1.0.0', os: ['linux'] },
  'node_modules/a/node_modules/b': {
    version: '2.0.0',
    peerDependencies: { c: '3.0.0', unused: '1.0.0' },
    peerDependenciesMeta: { unused: { optional: true } },
  },
  'node_modules/b': { version: '1.0.0' },
  'node_modules/c': { version: '3.0.0', dependencies: { a: '1.0.0' } },
  'node_modules/unused': { version: '1.0.0' },
};

it('lists what the shipped packages need, each as Node would resolve it', () => {
  expect(shippedPaths(LOCKFILE, ['packages/server'])).toEqual([
    'node_modules/a',
    'node_modules/a/node_modules/b',
    'node_modules/c',
  ]);
});

it('accepts listed licences, alone or as an alternative, and no others', () => {
  expect(isAccepted('MIT')).toBe(true);
  expect(isAccepted('(GPL-3.0 OR MIT)')).toBe(true);
  expect(isAccepted('GPL-3.0')).toBe(false);
  expect(isAccepted('none')).toBe(false);
});

it('recognises a licence text by its title if a package declares none', () => {
  expect(titledLicence('MIT License\n\nCopyright (c) 2017 A')).toBe('MIT');
  expect(titledLicence('All rights reserved. Not the MIT License\n')).toBe('none');
});

it('prints each licence text once, with its packages', () => {
  const text = formatNotices([
    { name: 'a 1.0.0', licence: 'MIT', text: 'Free.' },
    { name: 'b 1.0.0', licence: 'MIT', text: 'Free.' },
    { name: 'c 1.0.0', licence: 'ISC', text: '' },
  ]);
  expect(text).toContain('- a 1.0.0 (MIT)\n- b 1.0.0 (MIT)\n- c 1.0.0 (ISC)');
  expect(text).toContain('## a 1.0.0, b 1.0.0\n\n    Free.');
  expect(text).toContain('## c 1.0.0\n\n    The package carries no licence text; it declares ISC.');
});

it('reads which BSD licence it is from its third clause, and only for plain "BSD"', () => {
  const text =
    'Neither the name of X nor the\nnames of its contributors may be used to endorse or promote products';
  expect(threeClauseBsd('BSD', text)).toBe('BSD-3-Clause');
  expect(threeClauseBsd('BSD', 'Redistribution is permitted')).toBeUndefined();
  expect(threeClauseBsd('MIT', text)).toBeUndefined();
});

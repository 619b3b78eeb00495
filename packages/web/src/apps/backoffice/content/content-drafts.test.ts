import { DAY_MS } from '@halyard/core/time';
import { expect, it } from 'vitest';
import {
  draftKey,
  findDraft,
  forgetDraft,
  keepDraft,
  type DraftStorage,
} from './content-drafts.ts';

function createStorage(): DraftStorage {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}

const KEY = draftKey(1, 'pages', 'a');
const DRAFT = { key: KEY, texts: { title: 'Typed' }, base: 2, atMs: 1_000 };

it('keeps a draft for its member and record until it is forgotten', () => {
  const storage = createStorage();
  expect(keepDraft(storage, DRAFT)).toBe(true);
  expect(findDraft(storage, KEY, 2_000)).toEqual(DRAFT);
  expect(findDraft(storage, draftKey(2, 'pages', 'a'), 2_000)).toBeUndefined();
  expect(findDraft(storage, draftKey(1, 'pages', undefined), 2_000)).toBeUndefined();
  keepDraft(storage, { ...DRAFT, texts: { title: 'Newer' } });
  expect(findDraft(storage, KEY, 2_000)?.texts).toEqual({ title: 'Newer' });
  forgetDraft(storage, KEY, 2_000);
  expect(findDraft(storage, KEY, 2_000)).toBeUndefined();
});

it('keeps at most 20 drafts, for 30 days', () => {
  const storage = createStorage();
  for (let at = 0; at < 21; at += 1) keepDraft(storage, { ...DRAFT, key: String(at), atMs: at });
  expect(findDraft(storage, '0', 30)).toBeUndefined();
  expect(findDraft(storage, '1', 30)).toBeDefined();
  expect(findDraft(storage, '20', 30 * DAY_MS + 20)).toBeUndefined();
});

it('reports a browser that stores nothing, and ignores what it can’t read', () => {
  const full = {
    ...createStorage(),
    setItem: () => {
      throw new Error('full');
    },
  };
  expect(keepDraft(full, DRAFT)).toBe(false);
  const broken = { ...createStorage(), getItem: () => '{"texts"' };
  expect(findDraft(broken, KEY, 2_000)).toBeUndefined();
});

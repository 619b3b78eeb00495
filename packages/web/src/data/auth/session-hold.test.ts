import { afterEach, expect, it } from 'vitest';
import { holdWhileSignedIn, whenLetGo } from './session-hold.ts';
import { createSessionStore, type SessionStore } from './session-store.ts';
import { createMemoryStore } from '../storage/text-store.ts';

// Node supports the browser's locks.
const { locks } = navigator;
const tabs: SessionStore[] = [];

afterEach(() => {
  for (const tab of tabs.splice(0)) tab.end('signed-out');
});

function signedInTab(): SessionStore {
  const tab = createSessionStore(createMemoryStore());
  tabs.push(tab);
  holdWhileSignedIn(tab, locks);
  tab.begin('token');
  return tab;
}

it('waits until the last tab has released the session', async () => {
  const [here, there] = [signedInTab(), signedInTab()];
  here.end('signed-out');
  let isLetGo = false;
  const waiting = whenLetGo(locks, new EventTarget()).then(() => (isLetGo = true));
  const { pending = [] } = await locks.query();
  expect(pending).toHaveLength(1);
  expect(isLetGo).toBe(false);
  there.end('elsewhere');
  await waiting;
});

it('holds one lock across consecutive sessions', async () => {
  const tab = signedInTab();
  tab.begin('another token');
  const { held = [] } = await locks.query();
  expect(held).toHaveLength(1);
});

it('does not wait during unload or in browsers without locks', async () => {
  signedInTab();
  const page = new EventTarget();
  const waiting = whenLetGo(locks, page);
  page.dispatchEvent(new Event('pagehide'));
  await expect(waiting).resolves.toBeUndefined();
  await expect(whenLetGo(undefined, page)).resolves.toBeUndefined();
});

it('does not wait for a suspended tab', async () => {
  signedInTab();
  await expect(whenLetGo(locks, new EventTarget(), 20)).resolves.toBeUndefined();
});

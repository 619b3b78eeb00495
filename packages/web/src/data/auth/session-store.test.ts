import { expect, it, vi } from 'vitest';
import { createSessionStore } from './session-store.ts';
import { createMemoryStore } from '../storage/text-store.ts';

it('keeps the session over a reload [s-session-stored]', () => {
  const store = createMemoryStore();
  createSessionStore(store).begin('token');
  expect(createSessionStore(store).current()).toBe('token');
});

it('clears what is stored when the session ends [s-signout-clears]', () => {
  const store = createMemoryStore();
  const session = createSessionStore(store);
  session.begin('token');
  session.end('signed-out');
  expect(session.current()).toBeUndefined();
  expect(createSessionStore(store).current()).toBeUndefined();
});

it('notifies its listeners when a session starts and ends [s-login] [s-register]', () => {
  const session = createSessionStore(createMemoryStore());
  const listener = vi.fn<() => void>();
  session.subscribe(listener);
  session.begin('token');
  expect(listener).toHaveBeenCalledTimes(1);
  session.end('idle');
  expect(listener).toHaveBeenCalledTimes(2);
});

it('remembers why the session ended, until the next begins', () => {
  const session = createSessionStore(createMemoryStore());
  expect(session.lastEnd()).toBeUndefined();
  session.begin('token');
  session.end('idle');
  session.end('ended');
  expect(session.lastEnd()).toBe('idle');
  session.begin('other');
  expect(session.lastEnd()).toBeUndefined();
});

it('names the reason of the request that ends the session, whichever answer comes first', () => {
  const session = createSessionStore(createMemoryStore());
  session.begin('token');
  session.expectEnd('closed');
  session.end('ended');
  session.end('closed');
  expect(session.lastEnd()).toBe('closed');
  session.begin('other');
  session.expectEnd('closed')();
  session.end('ended');
  expect(session.lastEnd()).toBe('ended');
});

it('follows sign-in and sign-out in another tab', () => {
  const store = createMemoryStore();
  const here = createSessionStore(store);
  const there = createSessionStore(store);
  there.begin('token');
  here.syncFromStore();
  expect(here.current()).toBe('token');
  there.end('signed-out');
  here.syncFromStore();
  expect([here.current(), here.lastEnd()]).toEqual([undefined, 'elsewhere']);
});

it('takes over the session of another customer who signed in elsewhere', () => {
  const store = createMemoryStore();
  const here = createSessionStore(store);
  here.begin('one');
  createSessionStore(store).begin('two');
  const listener = vi.fn<() => void>();
  here.subscribe(listener);
  here.syncFromStore();
  expect(here.current()).toBe('two');
  expect(listener).toHaveBeenCalledTimes(1);
});

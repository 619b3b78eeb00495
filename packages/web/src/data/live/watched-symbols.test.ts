import { WATCH_SYMBOLS_MAX } from '@halyard/contract/live';
import { expect, it } from 'vitest';
import { ADD_DELAY_MS, DROP_DELAY_MS, WatchedSymbols } from './watched-symbols.ts';

/** A page whose clock moves by hand. */
function open(...symbols: string[]) {
  const shown = new Set(symbols);
  const sent: string[] = [];
  let nowMs = 0;
  let planned: { readonly atMs: number; readonly run: () => void } | undefined;
  const page = { isConnected: true };
  const watched = new WatchedSymbols({
    shown: () => [...shown],
    send(list) {
      if (page.isConnected) sent.push(list.join(' '));
      return page.isConnected;
    },
    after(delayMs, run) {
      planned = { atMs: nowMs + delayMs, run };
      return () => {
        planned = undefined;
      };
    },
  });
  return {
    page,
    watched,
    sent,
    show(symbol: string) {
      shown.add(symbol);
      watched.change(symbol, true);
    },
    hide(symbol: string) {
      shown.delete(symbol);
      watched.change(symbol, false);
    },
    pass(ms: number) {
      nowMs += ms;
      if (planned === undefined || planned.atMs > nowMs) return;
      const { run } = planned;
      planned = undefined;
      run();
    },
  };
}

it('subscribes at once to visible symbols, and unsubscribes later from hidden ones', () => {
  const { watched, sent, show, hide, pass } = open('BTCUSD', 'ETHUSD');
  watched.restart();
  pass(ADD_DELAY_MS);
  hide('ETHUSD');
  pass(ADD_DELAY_MS);
  expect(sent).toEqual(['BTCUSD ETHUSD']);
  show('XAUUSD');
  show('EURUSD');
  pass(ADD_DELAY_MS);
  expect(sent.slice(1)).toEqual(['BTCUSD XAUUSD EURUSD']);
  hide('EURUSD');
  pass(DROP_DELAY_MS - 1);
  expect(sent).toHaveLength(2);
  pass(1);
  expect(sent.slice(2)).toEqual(['BTCUSD XAUUSD']);
});

it('sends nothing when a hidden symbol returns in time', () => {
  const { watched, sent, show, hide, pass } = open('BTCUSD');
  watched.restart();
  pass(ADD_DELAY_MS);
  hide('BTCUSD');
  show('BTCUSD');
  pass(DROP_DELAY_MS);
  expect(sent).toEqual(['BTCUSD']);
});

it('subscribes to everything again on a new connection, and keeps retrying without one', () => {
  const { page, watched, sent, show, pass } = open('BTCUSD');
  watched.restart();
  pass(ADD_DELAY_MS);
  page.isConnected = false;
  show('ETHUSD');
  pass(ADD_DELAY_MS);
  page.isConnected = true;
  watched.restart();
  pass(ADD_DELAY_MS);
  expect(sent).toEqual(['BTCUSD', 'BTCUSD ETHUSD']);
});

it('subscribes to no more symbols than the server accepts, and to none after closing', () => {
  const many = Array.from({ length: WATCH_SYMBOLS_MAX + 1 }, (_, index) => `S${index}`);
  const { watched, sent, pass } = open(...many);
  watched.restart();
  pass(ADD_DELAY_MS);
  expect(sent[0]?.split(' ')).toHaveLength(WATCH_SYMBOLS_MAX);
  watched.restart();
  watched.close();
  pass(ADD_DELAY_MS);
  expect(sent).toHaveLength(1);
});

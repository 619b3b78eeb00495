import type { Engine } from './engine-interface.ts';

/** Returns an engine that passes every call to `engine`, except those that `own` answers. */
export function wrapEngine(engine: Engine, own: Partial<Engine>): Engine {
  return {
    submit: async (requestId, command) => await engine.submit(requestId, command),
    feed: (command) => engine.feed(command),
    account: async (id) => await engine.account(id),
    listHolders: (isIntended) => engine.listHolders(isIntended),
    visitHolders: async (visit) => await engine.visitHolders(visit),
    market: (symbol) => engine.market(symbol),
    onCommitted: (listener) => engine.onCommitted(listener),
    onResumed: (listener) => engine.onResumed(listener),
    waiting: () => engine.waiting(),
    isReady: () => engine.isReady(),
    whenReady: async () => await engine.whenReady(),
    stop: async () => await engine.stop(),
    ...own,
  };
}

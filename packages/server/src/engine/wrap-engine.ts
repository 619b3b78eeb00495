import type { EngineClient, EngineOwner } from './engine-interface.ts';

/** Returns an engine that passes every call to `engine`, except those that `own` answers. */
export function wrapEngine(engine: EngineOwner, own: Partial<EngineClient>): EngineOwner {
  return {
    feed: (command) => engine.feed(command),
    listHolders: (isIntended) => engine.listHolders(isIntended),
    visitHolders: async (visit) => await engine.visitHolders(visit),
    onCommitted: (listener) => engine.onCommitted(listener),
    version: () => engine.version(),
    progress: () => engine.progress(),
    waiting: () => engine.waiting(),
    stop: async () => await engine.stop(),
    ...wrapClient(engine, own),
  };
}

/** Returns a client that passes every call to `engine`, except those that `own` answers. */
export function wrapClient(engine: EngineClient, own: Partial<EngineClient>): EngineClient {
  return {
    submit: async (requestId, command) => await engine.submit(requestId, command),
    account: async (id) => await engine.account(id),
    market: (symbol) => engine.market(symbol),
    follow: (id, listener) => engine.follow(id, listener),
    onResumed: (listener) => engine.onResumed(listener),
    isReady: () => engine.isReady(),
    whenReady: async () => await engine.whenReady(),
    ...own,
  };
}

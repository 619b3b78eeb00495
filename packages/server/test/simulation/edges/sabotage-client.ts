// The engine as an edge reaches it, with a defect that the history checker must find.
import type { Account, AccountCommand } from '@halyard/core/engine';
import type { EngineClient, Outcome } from '#engine/engine.ts';
import { postingKeyOf } from '#engine/commit/pending-command.ts';
import type { Sabotage } from '../injected-failures.ts';

type Client = Pick<EngineClient, 'submit' | 'account'>;

export function sabotageClient(client: Client, sabotage: Sabotage | undefined): Client {
  if (sabotage === 'no-dedupe') return withoutDedupe(client);
  return sabotage === 'stale-read' ? withStaleReads(client) : client;
}

/** Each arrival of a command is a command of its own; ids that are keys of the ledger stay. */
function withoutDedupe(client: Client): Client {
  const arrivals = new Map<string, number>();
  return {
    account: async (id) => await client.account(id),
    submit: async (requestId: string, command: AccountCommand): Promise<Outcome> => {
      const arrival = arrivals.get(requestId) ?? 0;
      arrivals.set(requestId, arrival + 1);
      const isFirst = arrival === 0 || postingKeyOf(command) !== undefined;
      return await client.submit(isFirst ? requestId : `${requestId}-${arrival}`, command);
    },
  };
}

/** Each answer is the one before. */
function withStaleReads(client: Client): Client {
  const last = new Map<number, Readonly<Account> | undefined>();
  return {
    submit: async (requestId, command) => await client.submit(requestId, command),
    account: async (id) => {
      const account = await client.account(id);
      const earlier = last.get(id);
      last.set(id, account);
      return earlier ?? account;
    },
  };
}

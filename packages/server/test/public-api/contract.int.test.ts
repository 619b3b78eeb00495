// A few generated requests to every operation; `npm run soak -- api-contract` sends 200 to each.
import { OPERATIONS } from '@halyard/contract/v1/operations';
import { beforeAll, expect, it } from 'vitest';
import { describeOnDatabase } from '../support/test-database.ts';
import { openFloor } from '../support/trader.ts';
import { checkOperation, enterContract, type ContractCaller } from './contract-check.ts';

const REQUESTS = 5;

describeOnDatabase('the contract of the public API', (database) => {
  const floor = openFloor(database);
  let caller: ContractCaller;
  beforeAll(async () => {
    const { token, session } = await floor.trader();
    caller = await enterContract(floor.server(), { account: String(session.user.id), token });
  });

  it.each(OPERATIONS)(
    'answers any request to $id with a declared status and a body that fits',
    async (operation) => {
      const statuses = await checkOperation(caller, operation, { requests: REQUESTS });
      expect([...statuses.values()].reduce((sum, count) => sum + count, 0)).toBe(REQUESTS);
    },
  );
});

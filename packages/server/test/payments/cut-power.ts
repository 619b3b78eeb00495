// Ends the work before its n-th effect, as a power cut would: what was committed stays, nothing
// after it happens. Effects are the transactions of the database and the commands of the engine.
import { createTermsChanger } from '#features/customers/change-terms.ts';
import type { FixtureDeps } from './payments-fixture.ts';

export class PowerCut extends Error {
  override readonly name = 'PowerCut';
}

/** Deps of a process that dies before its effect number `cutAt`, counted from 0. */
export function cutPower(deps: FixtureDeps, cutAt: number): FixtureDeps {
  let effects = 0;
  const count = (): void => {
    if (effects >= cutAt) throw new PowerCut(`before effect ${cutAt}`);
    effects += 1;
  };
  const { db, engine, customers } = deps;
  const kysely = new Proxy(db.kysely, {
    get: (target, name, receiver) => {
      if (name === 'transaction') count();
      const value: unknown = Reflect.get(target, name, receiver);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  const cut = {
    ...deps,
    db: { ...db, kysely },
    engine: {
      ...engine,
      account: async (id: number) => await engine.account(id),
      submit: async (...command: Parameters<FixtureDeps['engine']['submit']>) => {
        count();
        return await engine.submit(...command);
      },
    },
  };
  return { ...cut, customers: { ...customers, ...createTermsChanger(cut) } };
}

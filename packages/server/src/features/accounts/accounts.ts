// Who the customers are: sign-up, sign-in, sessions, countries. What a customer may do and what
// they own is the engine's; this feature adds their account there and asks for it.
import type { Engine } from '#engine/engine.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import type { FindCaller, RouteBinding } from '#platform/http/http.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Log } from '#platform/log/log.ts';
import { Outage } from '#platform/outage/outage.ts';
import { createTermsChanger } from './change-terms.ts';
import type { TermsChange } from './change-terms.ts';
import { createCountries } from './countries.ts';
import { listCountries } from './country-store.ts';
import { createCustomer } from './create-customer.ts';
import { findCustomer, findCustomerByEmail } from './customer-store.ts';
import type { Customer, Profile } from './customer.ts';
import { openIpLocation } from './ip-location.ts';
import { createPasswordHasher } from './password-hasher.ts';
import { handleSessionPurge, scheduleSessionPurge } from './purge-sessions.ts';
import { resumeSignUps } from './resume-sign-ups.ts';
import { accountsRoutes } from './routes.ts';
import { Sessions } from './sessions.ts';
import { createSignInThrottle } from './sign-in-throttle.ts';
import { createUniqid } from './token.ts';
import { createUniqids } from './uniqids.ts';

export type { Customer, Profile } from './customer.ts';
export type { TermsChange } from './change-terms.ts';

export type AddedCustomer = {
  readonly email: string;
  readonly password: string;
  readonly profile: Profile;
  readonly termsVersion: string;
};

export type Accounts = {
  readonly routes: readonly RouteBinding[];
  readonly findCaller: FindCaller;
  /** Of these sessions, those that are over. */
  readonly findEndedSessions: (sessionIds: readonly string[]) => Promise<readonly string[]>;
  /** Told after the ending is committed. */
  onSessionEnded(listener: (sessionId: string) => void): void;
  /** By id or email. */
  findCustomer(idOrEmail: number | string): Promise<Customer | undefined>;
  getUniqid(customerId: number): Promise<string>;
  /** Adds a customer from inside the house; undefined when the email is taken. */
  addCustomer(customer: AddedCustomer): Promise<number | undefined>;
  changeTerms(change: TermsChange): Promise<void>;
  /** Ends every session of a customer. */
  endSessions(customerId: number, reason: 'blocked' | 'revoked'): Promise<void>;
  /** Once the engine runs: finishes what a crash cut short. */
  start(): Promise<void>;
};

export type AccountsOptions = {
  readonly db: Database;
  readonly engine: Engine;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly log: Log;
  readonly settings: {
    readonly registration: boolean;
    readonly countriesBlocked: readonly string[];
  };
};

export async function createAccounts(options: AccountsOptions): Promise<Accounts> {
  const { db, clock, log } = options;
  const sessions = new Sessions({ db, clock });
  const hasher = await createPasswordHasher();
  const deps = {
    ...options,
    sessions,
    hasher,
    throttle: createSignInThrottle(clock),
    countries: createCountries(await listCountries(db.kysely)),
    ipLocation: await openIpLocation(),
  };
  handleSessionPurge(deps);
  return {
    routes: accountsRoutes(deps),
    findCaller: async (token, isBackground) => await sessions.find(token, isBackground),
    findEndedSessions: async (sessionIds) => await sessions.findEnded(sessionIds),
    onSessionEnded: (listener) => sessions.onEnded(listener),
    findCustomer: async (idOrEmail) =>
      typeof idOrEmail === 'number'
        ? await findCustomer(db.kysely, idOrEmail)
        : await findCustomerByEmail(db.kysely, idOrEmail),
    getUniqid: createUniqids(db),
    addCustomer: async (customer) => {
      const hashed = await hasher.hash(customer.password);
      if (hashed.kind === 'busy') throw new Outage('busy', 'Too many passwords are being hashed.');
      const created = await createCustomer(deps, {
        email: customer.email,
        passwordHash: hashed.hash,
        profile: customer.profile,
        uniqid: createUniqid(),
        termsVersion: customer.termsVersion,
        referredBy: null,
        sourcePage: null,
        atMs: clock.nowMs(),
      });
      return created.kind === 'created' ? created.customerId : undefined;
    },
    changeTerms: createTermsChanger(deps),
    endSessions: async (customerId, reason) =>
      await sessions.endAll({ kind: 'customer', id: customerId }, reason),
    start: async () => {
      const resumed = await resumeSignUps(deps);
      if (resumed > 0) log.warn({ resumed }, 'sign-ups that were cut short are complete now');
      await scheduleSessionPurge(deps);
    },
  };
}

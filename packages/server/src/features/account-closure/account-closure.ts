// Account closure: what must be settled first, what is deleted at once, and what is retained for
// the legal period and then erased.
import { closeAccount as closeRoute, getClosing } from '@halyard/contract/own-data';
import type { RouteBinding } from '#platform/http/http.ts';
import { bind, ok } from '#platform/http/http.ts';
import type { Log } from '#platform/log/log.ts';
import { closeAccount, resumeClosures } from './close-account.ts';
import type { CloseDeps } from './close-account.ts';
import { repeatErasing } from './erase-closed.ts';
import type { EraseDeps } from './erase-closed.ts';
import { findObstacles } from './find-obstacles.ts';

export type AccountClosure = {
  readonly routes: readonly RouteBinding[];
  /**
   * Starts the closures. Once the engine runs, and each night, it completes or reverts what a crash
   * interrupted.
   */
  start(): Promise<void>;
};

export type AccountClosureOptions = Omit<CloseDeps, 'underWay'> &
  Omit<EraseDeps, 'resume'> & { readonly log: Log };

export function createAccountClosure(options: AccountClosureOptions): AccountClosure {
  const { log, settings } = options;
  const resume = async (): Promise<void> => {
    const resumed = await resumeClosures(deps);
    if (resumed > 0) log.warn({ resumed }, 'closings of accounts that were cut short are decided');
  };
  const deps: CloseDeps & EraseDeps = { ...options, underWay: new Set(), resume };
  repeatErasing(deps);
  return {
    routes: [
      bind(getClosing, async ({ caller }) => {
        const obstacles = await findObstacles(options, caller.subjectId);
        return ok({
          obstacles: obstacles.map(({ what }) => what),
          kept_years: settings.closedAccountsKeptYears,
        });
      }),
      bind(closeRoute, async ({ caller, body, ip }) =>
        closeAccount(deps, { caller, ip, code: body.code }),
      ),
    ],
    start: resume,
  };
}

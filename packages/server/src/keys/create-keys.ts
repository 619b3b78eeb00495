import { HOUR_MS } from '@halyard/core/time';
import { followTable } from '#platform/follow-table/follow-table.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Log } from '#platform/log/log.ts';
import { checkSecrets } from './check-secrets.ts';
import { retireKeys } from './retire-keys.ts';
import { rotateKeys } from './rotate-keys.ts';
import type { RotateDeps, Rotation, RotationView } from './rotate-keys.ts';

export type Keys = {
  /** Reads the keys again that another program may have rotated. Throws SecretUnfit. */
  start(): Promise<void>;
  /** Continues an interrupted rotation, or begins one; one at a time. */
  rotate(view: RotationView): Promise<Rotation | 'under-way'>;
  close(): Promise<void>;
};

/** Creates the part, which follows the keys that another program rotates. */
export function createKeys(
  deps: RotateDeps & {
    readonly jobs: Pick<Jobs, 'repeat'>;
    readonly log: Pick<Log, 'error' | 'info'>;
  },
): Keys {
  let isRotating = false;
  deps.jobs.repeat({
    kind: 'keys.retire',
    everyMs: HOUR_MS,
    run: async () => {
      const names = await retireKeys(deps);
      if (names.length > 0) deps.log.info({ names }, 'keys were retired');
    },
  });
  const follower = followTable({
    name: 'keys',
    read: async () => await deps.keyring.refresh(),
    log: deps.log,
  });
  follower.start();
  return {
    start: async () => {
      await checkSecrets(deps);
      await deps.keyring.refresh();
    },
    rotate: async (view) => {
      if (isRotating) return 'under-way';
      isRotating = true;
      try {
        return await rotateKeys(deps, view);
      } finally {
        isRotating = false;
      }
    },
    close: async () => await follower.close(),
  };
}

import type { Identity, PasskeySite } from '#features/identity/identity.ts';
import type { Notifications } from '#features/notifications/notifications.ts';
import type { StaffDeps } from '../sign-in.ts';

export type PasskeyDeps = StaffDeps &
  PasskeySite & {
    readonly identity: Pick<Identity, 'signIns' | 'throttles'>;
    readonly notifications: Pick<Notifications, 'notifyStaff'>;
  };

import { createAppropriateness } from '#features/appropriateness/appropriateness.ts';
import { createApprovals } from '#features/approvals/approvals.ts';
import { riskWarning } from '#features/content/content.ts';
import { createCustomers } from '#features/customers/customers.ts';
import { createDocuments } from '#features/documents/documents.ts';
import { createIdentity } from '#features/identity/identity.ts';
import { createLinkedAccounts } from '#features/linked-accounts/linked-accounts.ts';
import { createLocations } from '#features/locations/locations.ts';
import { createNotifications } from '#features/notifications/notifications.ts';
import { createClientLimits } from '#features/client-limits/client-limits.ts';
import { createScreening } from '#features/screening/screening.ts';
import { createStaffFeature } from '#features/staff/staff.ts';
import { createFindIp, createOfficeSite, createOriginCheck } from '#platform/http/http.ts';
import { LIVE_LIMITS, createLive } from '#platform/live/live.ts';
import type { Settings } from '#settings.ts';
import type { AppOptions } from './app-options.ts';
import type { Foundation } from './foundation.ts';
import { receivePushes } from './pushes.ts';
import type { Trade } from './trade.ts';

/** Creates the features about people: customers, staff, notifications, documents, client limits. */
export async function openPeople(
  settings: Settings,
  options: AppOptions,
  inside: Foundation & Trade,
) {
  const { clock, stops, address } = inside;
  const { log } = options;
  const notifications = createNotifications({
    ...inside,
    settings,
    findSiteUrl: address.site,
    listenForPushes: receivePushes(inside),
    riskWarning: (language) =>
      settings.regime === 'eu-retail'
        ? riskWarning(settings.losingAccountsPercent, language)
        : undefined,
    setLanguage: async (tx, change) => await customers.setLanguage(tx, change),
  });
  const findSiteUrl = address.site;
  const locations = await createLocations({ ...inside, log, settings });
  const identity = await createIdentity({ ...inside, log, locations, settings });
  stops.add('sessions', () => identity.close());
  const known = { ...inside, log, notifications, settings, findSiteUrl };
  const customers = await createCustomers({ ...known, identity, locations });
  const staff = createStaffFeature({ ...known, identity });
  const approvals = createApprovals({ clock, staff, settings });
  const live = createLive({
    findCaller: identity.findCaller,
    findEndedSessions: identity.findEndedSessions,
    isOriginAllowed: createOriginCheck(settings),
    isOffice: createOfficeSite(settings.backofficeUrl).isOffice,
    findIp: createFindIp(settings.trustProxy),
    limits: options.liveLimits ?? LIVE_LIMITS,
    clock,
    log,
    tracer: inside.tracer,
  });
  identity.onSessionEnded((sessionId) => live.closeSession(sessionId));
  const screening = createScreening({ ...inside, customers, notifications, settings });
  const { noteUpload } = screening;
  const documents = createDocuments({ ...inside, customers, notifications, settings, noteUpload });
  const parts = { ...inside, log, customers, notifications };
  const clientLimits = createClientLimits(parts);
  stops.add('safeguards', () => clientLimits.close());
  const appropriateness = createAppropriateness({ ...inside, settings });
  const linkedAccounts = createLinkedAccounts({ ...parts, approvals, settings });
  stops.add('linked accounts', () => linkedAccounts.close());
  const limits = { clientLimits, appropriateness };
  return {
    notifications,
    identity,
    customers,
    staff,
    approvals,
    live,
    documents,
    screening,
    linkedAccounts,
    ...limits,
  };
}

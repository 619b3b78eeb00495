// Customers: sign-up, sign-in, profile, terms, referrals. The engine owns permissions and funds;
// this feature adds accounts there and queries them.
import { assertPresent } from '@halyard/core/assertion';
import type { Kysely } from 'kysely';
import type { Language } from '@halyard/contract/config';
import type { Referral } from '@halyard/contract/referrals';
import type { Rejection } from '@halyard/contract/rejections';
import type { OpenSession } from '@halyard/contract/identity/sessions';
import type { EngineClient } from '#engine/engine.ts';
import type { Notifications } from '#features/notifications/notifications.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import type { Caller, RouteBinding } from '#platform/http/http.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Keyring } from '#platform/keyring/keyring.ts';
import type { Log } from '#platform/log/log.ts';
import { repeatSignUpPurge } from './admit-sign-up.ts';
import { addCustomer } from './add-customer.ts';
import type { AddedCustomer } from './add-customer.ts';
import { listDevices, listSessions } from '#features/identity/identity.ts';
import { createTermsChanger, handleTerms } from './change-terms.ts';
import type { TermsChanger, VerificationCheck, VerificationWriter } from './terms-change.ts';
import type { IdentityListener } from './identity-fields.ts';
import {
  checkAuthenticationLevel,
  checkCredentialChange,
  confirmEmailOnWord,
  holdCredentials,
  mailAutoLogin,
  sendPasswordReset,
  startViewing,
  turnOffSecondFactor,
} from './credentials/credentials.ts';
import { closeCustomer, createEmailHash, eraseCustomer } from './close-customer.ts';
import type { Erasure } from './close-customer.ts';
import { isClosed, listErasable } from './closed-store.ts';
import type { Locations } from '#features/locations/locations.ts';
import {
  findCustomer,
  findCustomerByEmail,
  getLanguage,
  updateAutoTrading,
  updateDocument,
  updateLanguage,
} from './customer-store.ts';
import type { DocumentChange } from './customer-store.ts';
import type { Customer } from './customer.ts';
import { editProfile } from './edit-profile.ts';
import type { EditedProfile, ProfileEdit } from './edit-profile.ts';
import type { EndAccess } from './end-access.ts';
import { addNote, setLabel, signOutEverywhere } from './change-for-customer.ts';
import type { LabelChange, Note } from './change-for-customer.ts';
import type { Device, IdentityParts, ListSessionsDeps } from '#features/identity/identity.ts';
import { createListeners } from './listeners.ts';
import { listReferrals } from './list-referrals.ts';
import { insertAffiliateCode } from './referral-store.ts';
import { resumeSignUps } from './resume-sign-ups.ts';
import { customersRoutes } from './routes.ts';
import type { SendConfirmationDeps, View, Viewing } from './credentials/credentials.ts';
import { lockProfileVersion } from './profile-version.ts';
import { createUniqids } from './uniqids.ts';

export { noteTimeline } from './note-timeline.ts';
export type { Customer, Profile } from './customer.ts';
export { PHONE_TEXTS, parsePhone } from './phone.ts';
export { isProfileComplete } from './profile-complete.ts';
export { profileVersion } from './profile-version.ts';
export type { EditedProfile, ProfileChange, ProfileFields } from './edit-profile.ts';
export type { TermsChange, VerificationWriter } from './terms-change.ts';

export { EXCLUDED_EMAILS_KEY } from './close-customer.ts';

const ERASED_AT_ONCE_MAX = 100;

export type Customers = Pick<
  TermsChanger,
  'changeTerms' | 'verify' | 'stopOpenings' | 'setClosing' | 'shareProtection'
> & {
  readonly routes: readonly RouteBinding[];
  /** Finds a customer by id or email. */
  findCustomer(idOrEmail: number | string): Promise<Customer | undefined>;
  /** Returns a customer, who must exist. */
  getCustomer(customerId: number): Promise<Customer>;
  /** Returns the ISO 3166 alpha-2 code of a country id. */
  findAlpha2(countryId: number): string | undefined;
  getUniqid(customerId: number): Promise<string>;
  /** Adds a customer without sign-up; undefined if the email is taken. */
  addCustomer(customer: AddedCustomer): Promise<number | undefined>;
  /** Sets the customer's switch in the caller's transaction; false if nothing changed. */
  setAutoTrading(
    tx: Kysely<object>,
    change: { readonly customerId: number; readonly isOn: boolean },
  ): Promise<boolean>;
  /**
   * Returns what prevents a customer from withdrawing, if anything: `email-unconfirmed`,
   * `password-required`, `second-factor`, `code-invalid`, `too-many`. Call it once, before the
   * withdrawal is booked: a correct code is used up.
   */
  checkAuthenticationLevel(
    caller: Pick<Caller, 'subjectId' | 'sessionId'>,
    claim: { readonly ip: string; readonly code?: string | undefined },
  ): Promise<Rejection | undefined>;
  /**
   * Returns what prevents a session from owner-only actions, if anything: `password-required`
   * unless entered recently, `second-factor`, `code-invalid`, `too-many`. A correct code is used
   * up.
   */
  checkCredentialChange(
    caller: Pick<Caller, 'subjectId' | 'sessionId'>,
    claim: { readonly ip: string; readonly code?: string | undefined },
  ): Promise<Rejection | undefined>;
  /** Returns the language of mails to a customer. */
  getLanguage(customerId: number): Promise<Language>;
  setLanguage(
    tx: Kysely<object>,
    change: { readonly customerId: number; readonly language: Language },
  ): Promise<void>;
  /** Adds a code that attributes sign-ups to an affiliate; false if it is in use. */
  addAffiliateCode(
    tx: Kysely<object>,
    added: { readonly code: string; readonly affiliateId: number },
  ): Promise<boolean>;
  /**
   * Ends an account in the caller's transaction; returns what to do after the commit, or undefined
   * if it was already closed.
   */
  closeCustomer(
    tx: Kysely<object>,
    closing: { readonly customerId: number; readonly atMs: number },
  ): Promise<(() => void) | undefined>;
  isClosed(db: Kysely<object>, customerId: number): Promise<boolean>;
  /** Erases a closed customer's personal data. */
  eraseCustomer(tx: Kysely<object>, erasure: Erasure): Promise<void>;
  /** Returns a page of the accounts that were closed before that moment and are not erased yet. */
  listErasable(closedBeforeMs: number): Promise<readonly number[]>;
  /** Mails the customer a sign-in link; only the customer sees it. */
  mailAutoLogin(asked: { readonly customerId: number; readonly actor: string }): Promise<void>;
  /**
   * Disables the second factor of a customer who lost the app and the recovery codes and proved
   * their identity to staff; false if there is none.
   */
  turnOffSecondFactor(change: {
    readonly customerId: number;
    readonly actor: string;
    readonly reason: string;
  }): Promise<boolean>;
  /** Marks an email as confirmed by staff; false if it already was. */
  confirmEmail(confirmed: {
    readonly customerId: number;
    readonly actor: string;
  }): Promise<boolean>;
  /** Starts a read-only session that shows what the customer sees; it ends after 15 minutes. */
  startViewing(view: View): Promise<Viewing | undefined>;
  /**
   * Changes a profile on behalf of staff once enough people have approved. Throws an Outage if the
   * engine can't be reached; the change is stored then.
   */
  editProfile(edit: ProfileEdit): Promise<EditedProfile>;
  /** Sets a staff note on a customer; false if nothing changed. */
  setLabel(change: LabelChange): Promise<boolean>;
  addNote(note: Note): Promise<void>;
  /** Mails a link for a new password, as the customer could request. */
  sendPasswordReset(asked: { readonly customerId: number; readonly actor: string }): Promise<void>;
  /** Returns the customer's sign-in sessions, newest first. */
  listSessions(customerId: number): Promise<readonly OpenSession[]>;
  /** Returns the devices that a customer signed in from, last used first. */
  listDevices(customerId: number): Promise<readonly Device[]>;
  /** Returns the customers whom a customer referred, newest first. */
  listReferrals(customerId: number): Promise<readonly Referral[]>;
  /**
   * Ends every session of a customer, and what `onRecovered` registered, with an audit entry.
   */
  signOutEverywhere(request: {
    readonly customerId: number;
    readonly actor: string;
  }): Promise<void>;
  /** Returns the profile's version, locked until the end of the caller's transaction. */
  lockProfileVersion(tx: Kysely<object>, customerId: number): Promise<string>;
  /** Sets a document's state as the customer sees it, in the caller's transaction. */
  setDocument(tx: Kysely<object>, change: DocumentChange): Promise<void>;
  /**
   * Locks the customer's credentials for the caller's transaction; false if the session that changes
   * them has ended.
   */
  holdCredentials(
    tx: Kysely<object>,
    by: { readonly customerId: number; readonly sessionId: string },
  ): Promise<boolean>;
  /**
   * Registers what ends beside the sessions when a password is reset by a mailed link, or staff sign
   * the customer out: somebody else may have held the account.
   */
  onRecovered(end: EndAccess): void;
  /** Registers what is notified before a change of a customer's terms commits. */
  onTermsChanging(listener: (customerId: number) => void): void;
  /**
   * Registers what is written in the transaction that verifies a customer or withdraws the
   * verification.
   */
  onVerification(writer: VerificationWriter): void;
  /** Registers what can stand against verifying a customer. */
  onVerifying(check: VerificationCheck): void;
  /** Registers what follows, in its transaction, from a change of a customer's identity. */
  onIdentityChanged(listener: IdentityListener): void;
  /** Ends every session of a customer. */
  endSessions(customerId: number, reason: 'blocked' | 'revoked'): Promise<void>;
  /** Completes what a crash interrupted. Call it once the engine runs. */
  start(): Promise<void>;
};

export type CustomersOptions = {
  readonly db: Database;
  readonly engine: EngineClient;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly keyring: Keyring;
  readonly notifications: Notifications;
  readonly log: Log;
  readonly identity: IdentityParts;
  readonly locations: Locations;
  readonly settings: {
    readonly operatorName: string;
    readonly platformOnly: boolean;
    readonly registration: boolean;
    /** The maximum number of sign-ups per hour and network. */
    readonly signUpsPerHour: number;
    readonly countriesBlocked: readonly string[];
  };
  /** Returns the public URL, without a trailing slash. */
  readonly findSiteUrl: () => string;
};

export async function createCustomers(options: CustomersOptions): Promise<Customers> {
  const { db, jobs, log, identity, locations } = options;
  const { sessions } = identity;
  const listeners = createListeners();
  const deps = {
    ...options,
    ...listeners.call,
    ...identity,
    ...locations,
    hashEmail: createEmailHash(options.keyring),
  };
  repeatSignUpPurge(deps);
  const terms = createTermsChanger(deps);
  handleTerms(jobs, terms);
  return {
    routes: customersRoutes(deps),
    findCustomer: async (idOrEmail) =>
      typeof idOrEmail === 'number'
        ? await findCustomer(db.kysely, idOrEmail)
        : await findCustomerByEmail(db.kysely, idOrEmail),
    getCustomer: async (customerId) =>
      assertPresent(await findCustomer(db.kysely, customerId), `customer ${customerId} is there`),
    findAlpha2: (countryId) => deps.countries.findById(countryId)?.alpha2,
    getUniqid: createUniqids(db),
    addCustomer: async (customer) => await addCustomer(deps, customer),
    ...terms,
    editProfile: async (edit) => await editProfile({ ...deps, terms }, edit),
    setAutoTrading: updateAutoTrading,
    checkAuthenticationLevel: async ({ subjectId, sessionId }, { ip, code }) =>
      await checkAuthenticationLevel(deps, { customerId: subjectId, sessionId, ip, code }),
    checkCredentialChange: async ({ subjectId, sessionId }, { ip, code }) =>
      await checkCredentialChange(deps, { customerId: subjectId, sessionId, ip, code }),
    getLanguage: async (customerId) => await getLanguage(db.kysely, customerId),
    setLanguage: updateLanguage,
    addAffiliateCode: insertAffiliateCode,
    closeCustomer: async (tx, closing) => await closeCustomer(deps, tx, closing),
    isClosed,
    eraseCustomer: async (tx, erasure) => await eraseCustomer(deps, tx, erasure),
    listErasable: async (closedBeforeMs) => {
      const page = { closedBeforeMs, limit: ERASED_AT_ONCE_MAX };
      return (await listErasable(db.kysely, page)).map(({ id }) => id);
    },
    mailAutoLogin: async (asked) => await mailAutoLogin(deps, asked),
    turnOffSecondFactor: async (change) => await turnOffSecondFactor(deps, change),
    confirmEmail: async (confirmed) => await confirmEmailOnWord(deps, confirmed),
    ...createStaffSide(deps),
    holdCredentials,
    ...listeners.on,
    endSessions: async (customerId, reason) =>
      await sessions.endAll({ kind: 'customer', id: customerId }, reason),
    start: async () => {
      const resumed = await resumeSignUps(deps);
      if (resumed > 0) log.warn({ resumed }, 'sign-ups that were cut short are complete now');
      await terms.reconcileTerms();
    },
  };
}

type StaffSide = Pick<
  Customers,
  | 'lockProfileVersion'
  | 'setDocument'
  | 'startViewing'
  | 'setLabel'
  | 'addNote'
  | 'sendPasswordReset'
  | 'listSessions'
  | 'listDevices'
  | 'listReferrals'
  | 'signOutEverywhere'
>;

type StaffSideDeps = SendConfirmationDeps & ListSessionsDeps & { readonly endAccess: EndAccess };

/** Creates the part of the feature that only staff use. */
function createStaffSide(deps: StaffSideDeps): StaffSide {
  return {
    setDocument: updateDocument,
    lockProfileVersion,
    startViewing: async (view) => await startViewing(deps, view),
    setLabel: async (change) => await setLabel(deps, change),
    addNote: async (note) => await addNote(deps, note),
    sendPasswordReset: async (asked) => await sendPasswordReset(deps, asked),
    listSessions: async (id) =>
      await listSessions(deps, { subject: { kind: 'customer', id }, sessionId: undefined }),
    listDevices: async (id) => await listDevices(deps, { kind: 'customer', id }),
    listReferrals: async (customerId) =>
      await listReferrals(deps, { customerId, before: undefined, limit: undefined }),
    signOutEverywhere: async (request) => await signOutEverywhere(deps, request),
  };
}

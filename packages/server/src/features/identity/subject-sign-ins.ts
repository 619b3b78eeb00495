// Sign-in of staff and affiliates. Their own features store the people; this part judges,
// rate-limits and hashes passwords, and starts and ends sessions.
import type { Rejection } from '@halyard/contract/rejections';
import type { OpenSession } from '@halyard/contract/identity/sessions';
import type { Kysely } from 'kysely';
import type { Answer } from '#platform/http/http.ts';
import { Outage } from '#platform/outage/outage.ts';
import { parseClientInfo } from './client-info.ts';
import { deviceFingerprint } from './device.ts';
import type { JudgeNewPassword } from './known-passwords/known-passwords.ts';
import { judgePassword } from './judge-password.ts';
import type { JudgePasswordDeps, TriedPassword } from './judge-password.ts';
import { createEncryptedTotp, judgeTotp } from './judge-totp.ts';
import type { JudgeTotpDeps, EncryptedTotp, TotpJudged, TriedTotp } from './judge-totp.ts';
import { listSessions } from './list-sessions.ts';
import type { ListSessionsDeps } from './list-sessions.ts';
import { isPasswordRecent } from './recent-step-up.ts';
import { revokeSession } from './revoke-session.ts';
import { markStepUp } from './session-store.ts';

export type StaffOrAffiliate = { readonly kind: 'affiliate' | 'staff'; readonly id: number };

export type SubjectSignIns = {
  /**
   * Returns what is wrong with a password, if anything; failures are rate-limited as for customers.
   */
  judgePassword(tried: TriedPassword): Promise<Rejection | undefined>;
  /** Returns why a new password is not acceptable, if so. */
  readonly judgeNewPassword: JudgeNewPassword;
  hashPassword(password: string): Promise<string>;
  /**
   * Returns whether a password matches the hash, without a rate limit: for someone who is already
   * authenticated.
   */
  matchesPassword(passwordHash: string, password: string): Promise<boolean>;
  /**
   * Starts a session in the caller's transaction; returns its token, which is stored nowhere else.
   */
  startSession(
    tx: Kysely<object>,
    start: {
      readonly subject: StaffOrAffiliate;
      readonly ip: string;
      readonly userAgent: string;
      readonly info: string | undefined;
      /** Absent: the password was entered. */
      readonly isPasswordProved?: false;
    },
  ): Promise<string>;
  /** Limits the number of a subject's sessions; call it after a new one was committed. */
  limitSessions(subject: StaffOrAffiliate): Promise<void>;
  /** Returns whether the password was entered in the session in the last 15 minutes. */
  isPasswordRecent(sessionId: string): Promise<boolean>;
  markPasswordProved(sessionId: string): Promise<void>;
  /** Ends all sessions but one, in the caller's transaction; call the result after the commit. */
  endOthers(
    tx: Kysely<object>,
    subject: StaffOrAffiliate,
    keepId: string | undefined,
  ): Promise<() => void>;
  /** Ends views of customers by a member of staff; call the result after the commit. */
  endViews(tx: Kysely<object>, staffId: number): Promise<() => void>;
  signOut(sessionId: string): Promise<void>;
  /** Returns the subject's sign-in sessions, newest first. */
  listSessions(subject: StaffOrAffiliate, currentId: string): Promise<OpenSession[]>;
  /** Ends one of the subject's own sessions; another's is reported as not found. */
  revokeSession(
    subject: StaffOrAffiliate,
    sessionId: string,
  ): Promise<Answer<Record<string, never>>>;
  /** Creates a new secret for the subject's authenticator app. */
  createTotp(subject: StaffOrAffiliate, label: string): EncryptedTotp;
  judgeTotp(tried: TriedTotp): Promise<TotpJudged>;
};

type Deps = JudgePasswordDeps &
  JudgeTotpDeps &
  ListSessionsDeps & { readonly judgeNewPassword: JudgeNewPassword };

export function createSubjectSignIns(deps: Deps): SubjectSignIns {
  const { sessions, hasher, ipLocation, clock, db } = deps;
  return {
    judgePassword: async (tried) => await judgePassword(deps, tried),
    judgeNewPassword: deps.judgeNewPassword,
    hashPassword: async (password) => {
      const hashed = await hasher.hash(password);
      if (hashed.kind === 'busy') throw new Outage('busy', 'Too many passwords are being hashed.');
      return hashed.hash;
    },
    matchesPassword: async (passwordHash, password) => {
      const verified = await hasher.verify(passwordHash, password);
      if (verified.kind === 'busy') {
        throw new Outage('busy', 'Too many passwords are being hashed.');
      }
      return verified.matches;
    },
    startSession: async (tx, { subject, ip, userAgent, info, isPasswordProved = true }) => {
      const started = await sessions.start(tx, {
        subject,
        assurance: 'full',
        isPasswordProved,
        ip,
        userAgent,
        device: deviceFingerprint(userAgent, ipLocation.findAlpha2(ip)),
        clientInfo: parseClientInfo(info),
      });
      return started.token;
    },
    limitSessions: async (subject) => await sessions.limit(subject),
    isPasswordRecent: async (sessionId) =>
      await isPasswordRecent(db.kysely, sessionId, clock.nowMs()),
    markPasswordProved: async (sessionId) =>
      await markStepUp(db.kysely, sessionId, { what: 'password', atMs: clock.nowMs() }),
    endOthers: async (tx, subject, keepId) => {
      const ended = await sessions.endOthersIn(tx, subject, { keepId, reason: 'revoked' });
      return () => sessions.announce(ended);
    },
    endViews: async (tx, staffId) => {
      const ended = await sessions.endViewsIn(tx, staffId);
      return () => sessions.announce(ended);
    },
    signOut: async (sessionId) => await sessions.end([sessionId], 'signed-out'),
    listSessions: async (subject, sessionId) => await listSessions(deps, { subject, sessionId }),
    revokeSession: async (subject, sessionId) => await revokeSession(deps, { subject, sessionId }),
    createTotp: (subject, label) => createEncryptedTotp(deps, subject, label),
    judgeTotp: async (tried) => await judgeTotp(deps, tried),
  };
}

// Staff actions on a customer, each with the use case that the operator's command calls.
import { customers as customersShape } from '@halyard/contract/backoffice/customers';
import { PROFILE_INPUT } from '@halyard/contract/backoffice/desk/profile-edit';
import { isAllowed } from '@halyard/contract/backoffice/roles';
import type { AccountTerms } from '@halyard/core/engine';
import { toEuros } from '@halyard/core/money';
import { CATEGORIES, LEVERAGES } from '@halyard/core/instrument';
import type { Kysely } from 'kysely';
import type { TermsChange } from '#features/customers/customers.ts';
import { ok, refused } from '#platform/http/http.ts';
import type { Answer } from '#platform/http/http.ts';
import * as z from 'zod/mini';
import { changeCustomer } from '../change-customer.ts';
import { changeProfile } from '../edit-profile.ts';
import type { ActionsOf, FrameDeps } from '../frame/frame.ts';
import { permitted } from '../command/command.ts';
import type { OperatorCommandDeps } from '../operator-command.ts';

export type CustomerDeps = FrameDeps &
  Pick<
    OperatorCommandDeps,
    'approvals' | 'customers' | 'engine' | 'payments' | 'practice' | 'screening' | 'staff'
  >;

/** The part of the form that changes the profile. */
const Fields = z.object(PROFILE_INPUT);

type Doer = { readonly id: number; readonly actor: string; readonly reason: string };
type Changed = Answer<{ readonly changed: boolean }>;

const VIEWERS = customersShape.shape.actions['view-as'].roles;

/** The account terms that each action sets. */
const CHANGES = {
  unverify: { isVerified: false },
  block: { status: 'blocked' },
  'close-only': { status: 'close-only' },
  unblock: { status: 'active' },
  protect: { hasGuaranteedStop: true },
  unprotect: { hasGuaranteedStop: false },
} as const satisfies Readonly<Record<string, Partial<AccountTerms>>>;

export function customerActions(deps: CustomerDeps): ActionsOf<typeof customersShape> {
  const { customers, payments, practice, staff } = deps;
  const change =
    (action: keyof typeof CHANGES) =>
    async (doer: Doer): Promise<Changed> =>
      await changeTo(deps, doer, { action, change: () => CHANGES[action] });
  return {
    ...complianceActions(deps),
    unverify: change('unverify'),
    block: change('block'),
    'close-only': change('close-only'),
    unblock: change('unblock'),
    protect: change('protect'),
    unprotect: change('unprotect'),
    'confirm-email': async ({ id: customerId, actor }) =>
      ok({ changed: await customers.confirmEmail({ customerId, actor }) }),
    categorise: async ({ input, ...doer }) =>
      await changeTo(deps, doer, {
        action: input.category,
        change: () => ({ clientCategory: input.category }),
      }),
    permit: async ({ input, ...doer }) => await permit(deps, doer, input.permissions),
    'set-level': async ({ id: customerId, actor, input }) =>
      ok({ changed: await customers.setLabel({ customerId, actor, label: input }) }),
    'set-pin': async ({ id: customerId, actor, input }) =>
      ok({ changed: await customers.setLabel({ customerId, actor, label: input }) }),
    'collect-debt': async ({ id: customerId, actor, reason }) => {
      const collected = await payments.collectDebt({ customerId, actor, reason });
      if (collected.kind === 'refused') return refused(collected.rejection);
      return ok({ amount: toEuros(collected.amountCents) });
    },
    'reset-practice': async ({ id: accountId, actor, reason }) =>
      await practice.resetForStaff({ accountId, actor, reason }),
    note: async ({ id: customerId, actor, reason: text }) => {
      await customers.addNote({ customerId, actor, text });
      return ok({});
    },
    'auto-login': async ({ id: customerId, actor }) => {
      await customers.mailAutoLogin({ customerId, actor });
      return ok({});
    },
    'password-reset': async ({ id: customerId, actor }) => {
      await customers.sendPasswordReset({ customerId, actor });
      return ok({});
    },
    'end-sessions': async ({ id: customerId, actor }) => {
      await customers.signOutEverywhere({ customerId, actor });
      return ok({});
    },
    'second-factor-off': async ({ id: customerId, actor, reason }) =>
      ok({ changed: await customers.turnOffSecondFactor({ customerId, actor, reason }) }),
    'view-as': async ({ id: customerId, actor, staffId, ip }) => {
      const mayView = async (tx: Kysely<object>): Promise<boolean> => {
        const member = await staff.findIn(tx, actor);
        return member !== undefined && !member.isDisabled && isAllowed(member.roles, VIEWERS);
      };
      const view = { customerId, actor, staffId, ip, mayView };
      const viewing = await customers.startViewing(view);
      return viewing === undefined
        ? refused({ code: 'forbidden' })
        : ok({ access_token: viewing.token });
    },
  };
}

type ComplianceActions = Pick<
  ActionsOf<typeof customersShape>,
  'verify' | 'screen' | 'decide-screening' | 'edit-profile'
>;

/** The actions about who the customer is. */
function complianceActions(deps: CustomerDeps): ComplianceActions {
  const { customers, screening } = deps;
  return {
    verify: async ({ id: customerId, actor, reason, input }) => {
      const by = { actor, action: 'customer.verify', reason };
      const seen = { customerId, profileVersion: input.profile_version };
      const verified = await customers.verify({ ...seen, by });
      if (verified.kind === 'profile-changed') return refused({ code: 'profile-changed' });
      if (verified.kind === 'refused') return refused(verified.rejection);
      return ok({ changed: verified.isChanged });
    },
    screen: async ({ id: customerId, actor }) =>
      (await screening.askAgain({ customerId, actor }))
        ? ok({})
        : refused({ code: 'screening-off' }),
    'decide-screening': async ({ id, actor, reason, input }) => {
      const { screening_version: version, decision } = input;
      const customer = await customers.getCustomer(id);
      const isDecided = await screening.decide({ customer, version, decision, actor, reason });
      return isDecided ? ok({}) : refused({ code: 'record-missing' });
    },
    'edit-profile': async ({ id: customerId, actor, reason, input }) => {
      const { profile_version: profileVersion, verification, request_id: requestId } = input;
      const fields = z.parse(Fields, input);
      const seen = { customerId, profileVersion, verification, requestId };
      const edited = await changeProfile(deps, { ...seen, fields, actor, reason });
      if (edited.kind === 'refused') return refused(edited.rejection);
      return ok({ changed: edited.kind === 'edited', waiting: edited.kind === 'waiting' });
    },
  };
}

async function changeTo(
  { customers }: CustomerDeps,
  { id, actor, reason }: Doer,
  { action, change }: { readonly action: string; readonly change: TermsChange['change'] },
): Promise<Changed> {
  const by = { actor, action: `customer.${action}`, reason };
  return ok({ changed: await changeCustomer({ customers }, { customerId: id, change, by }) });
}

type Permissions = Readonly<Partial<Record<(typeof CATEGORIES)[number], readonly number[]>>>;

async function permit(deps: CustomerDeps, doer: Doer, wanted: Permissions): Promise<Changed> {
  const permits = CATEGORIES.flatMap((category) => {
    const leverages = wanted[category];
    if (leverages === undefined) return [];
    const indexes = LEVERAGES.flatMap((one, index) => (leverages.includes(one) ? [index] : []));
    return [{ category, indexes }];
  });
  if (permits.length === 0) return ok({ changed: false });
  const change: TermsChange['change'] = (stored) => permitted(stored, permits);
  return await changeTo(deps, doer, { action: 'permit', change });
}

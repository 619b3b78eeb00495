import { customers } from '@halyard/contract/backoffice/customers';
import { assertPresent } from '@halyard/core/assertion';
import type { Account, AccountTerms } from '@halyard/core/engine';
import { rejectionText } from '@halyard/contract/rejections';
import { isProfileComplete, profileVersion } from '#features/customers/customers.ts';
import type { Customer } from '#features/customers/customers.ts';
import { EXIT } from '#platform/operator/operator.ts';
import type { ExitCode } from '#platform/operator/operator.ts';
import { actionRoles } from '../action-roles.ts';
import { changeCustomer } from '#features/backoffice/change-customer.ts';
import { euros } from '../describe-transaction.ts';
import { findNamedCustomer } from '../find-named-customer.ts';
import { describePermissions } from './permit-command.ts';
import { toPlainLine } from '../plain-line.ts';
import { isStaff, readProfileVersion, VERSION_MISSING } from './read-profile-version.ts';
import type {
  OperatorCommand,
  CommandCall,
  OperatorCommandDeps,
} from '#features/backoffice/operator-command.ts';

type Deps = Pick<OperatorCommandDeps, 'customers' | 'engine'>;

/** What each subcommand changes, and its confirmation text. */
const CHANGES: Readonly<Record<string, { change: Partial<AccountTerms>; said: string }>> = {
  unverify: { change: { isVerified: false }, said: 'not verified' },
  block: { change: { status: 'blocked' }, said: 'blocked' },
  'close-only': { change: { status: 'close-only' }, said: 'close-only' },
  unblock: { change: { status: 'active' }, said: 'active' },
  protect: {
    change: { hasGuaranteedStop: true },
    said: 'protected: new positions have limited risk',
  },
  unprotect: { change: { hasGuaranteedStop: false }, said: 'not protected' },
  professional: { change: { clientCategory: 'professional' }, said: 'a professional client' },
  retail: { change: { clientCategory: 'retail' }, said: 'a retail client' },
};

const OTHERS: readonly string[] = ['show', 'confirm-email', 'verify'];

/** Actions that have another name in the back office. */
const CATEGORY_ACTIONS: Readonly<Record<string, string>> = {
  professional: 'categorise',
  retail: 'categorise',
};

export const customerCommand: OperatorCommand = {
  name: 'customer',
  usage: [
    'customer show EMAIL|ID',
    'customer verify EMAIL|ID [--profile=VERSION]',
    'customer unverify EMAIL|ID',
    'customer confirm-email EMAIL|ID',
    'customer block|close-only|unblock EMAIL|ID [REASON]',
    'customer protect|unprotect|professional|retail EMAIL|ID [REASON]',
  ],
  summary:
    'Shows a customer, or changes what they may do. A blocked one is signed out at once. With the ' +
    'profile version that show prints, verify rejects a profile that has changed since.',
  rolesFor: ([action = '']) => actionRoles(customers, CATEGORY_ACTIONS[action] ?? action),
  run: async (deps, call) => {
    const { version, words } = readProfileVersion(call.words);
    const [action = '', name, ...reason] = words;
    if (name === undefined || (version !== undefined && action !== 'verify')) return 'usage';
    const isKnown = OTHERS.includes(action) || Object.hasOwn(CHANGES, action);
    if (!isKnown) return 'usage';
    const customer = await findNamedCustomer(deps.customers, name, call.print);
    if (customer === undefined) return EXIT.failed;
    if (action === 'confirm-email') {
      const confirmed = { customerId: customer.id, actor: call.actor };
      const isNew = await deps.customers.confirmEmail(confirmed);
      call.print(`${customer.email} is ${isNew ? '' : 'already '}confirmed.`);
      return EXIT.done;
    }
    const account = assertPresent(
      await deps.engine.account(customer.id),
      'a customer has an account',
    );
    if (action === 'show') {
      describe(customer, account).forEach((line) => call.print(line));
      return EXIT.done;
    }
    if (customer.closedAtMs !== null) {
      call.print(`${customer.email} has closed the account. It cannot be changed.`);
      return EXIT.failed;
    }
    if (action === 'verify') return await verify(deps, call, { customer, version });
    return await change(deps, call, { action, reason: reason.join(' '), customer });
  },
};

type Wanted = {
  readonly action: string;
  readonly reason: string;
  readonly customer: Customer;
};

async function verify(
  { customers }: Deps,
  call: CommandCall,
  { customer, version }: { readonly customer: Customer; readonly version: string | undefined },
): Promise<ExitCode> {
  if (version === undefined && isStaff(call.actor)) {
    call.print(VERSION_MISSING);
    return EXIT.usage;
  }
  const by = { actor: call.actor, action: 'customer.verify' };
  const judged = { customerId: customer.id, profileVersion: version, by };
  const verified = await customers.verify(judged);
  if (verified.kind === 'profile-changed') {
    call.print(rejectionText({ code: 'profile-changed' }));
    return EXIT.failed;
  }
  if (verified.kind === 'refused') {
    call.print(rejectionText(verified.rejection));
    return EXIT.failed;
  }
  call.print(`${customer.email} is ${verified.isChanged ? '' : 'already '}verified.`);
  return EXIT.done;
}

async function change(deps: Deps, call: CommandCall, wanted: Wanted): Promise<ExitCode> {
  const { customer, action, reason } = wanted;
  const { change: terms, said } = assertPresent(CHANGES[action], 'the action is known');
  const isChanged = await changeCustomer(deps, {
    customerId: customer.id,
    change: () => terms,
    by: {
      actor: call.actor,
      action: `customer.${action}`,
      ...(reason === '' ? {} : { reason }),
    },
  });
  call.print(`${customer.email} is ${isChanged ? '' : 'already '}${said}.`);
  return EXIT.done;
}

function describe(customer: Customer, account: Readonly<Account>): readonly string[] {
  const { profile } = customer;
  const { terms } = account;
  const rows: readonly (readonly [string, string])[] = [
    ['id', String(customer.id)],
    ['email', `${customer.email}${customer.isEmailConfirmed ? '' : ' (not confirmed)'}`],
    ['name', `${profile.firstName} ${profile.lastName}`],
    ['phone', profile.phone],
    ['profile', isProfileComplete(customer) ? 'complete' : 'not complete'],
    ['birth date', profile.birthDate ?? ''],
    ['address', addressOf(customer)],
    ['profile version', profileVersion(customer)],
    ['closed', customer.closedAtMs === null ? 'no' : new Date(customer.closedAtMs).toISOString()],
    ['joined', new Date(customer.createdAtMs).toISOString()],
    ['level', customer.level],
    ['status', `${terms.status}, ${terms.isVerified ? 'verified' : 'not verified'}`],
    ['own safeguards', customer.standing.openingsStopped ? 'stop openings' : 'stop nothing'],
    [
      'category',
      `${terms.clientCategory}${terms.hasGuaranteedStop ? ', protected positions' : ''}`,
    ],
    // The caps depend on the symbol: 30 for major currency pairs, 2 for crypto in eu-retail.
    ['may trade', `${describePermissions(terms)} (within the leverage caps of REGIME)`],
    ['cash', euros(account.cashCents)],
    ['credit', euros(account.creditCents)],
    ['open positions', String(account.positions.size)],
  ];
  return rows.map(([name, value]) => `${name.padEnd(16)}${value}`);
}

function addressOf({ profile: { street, zipCode, city, state } }: Customer): string {
  const place = [zipCode, city].filter(Boolean).join(' ');
  return toPlainLine([street, place, state].filter(Boolean).join(', '));
}

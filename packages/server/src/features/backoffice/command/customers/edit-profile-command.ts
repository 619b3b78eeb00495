import { randomUUID } from 'node:crypto';
import { customers } from '@halyard/contract/backoffice/customers';
import {
  PROFILE_FIELDS,
  PROFILE_INPUT,
  VERIFICATION_EFFECTS,
} from '@halyard/contract/backoffice/desk/profile-edit';
import type { VerificationEffect } from '@halyard/contract/backoffice/desk/profile-edit';
import { REASON_LENGTH_MIN } from '@halyard/contract/backoffice/resource';
import { parseInput } from '@halyard/contract/parse-input';
import { rejectionText } from '@halyard/contract/rejections';
import { RequestId } from '@halyard/contract/wire';
import type { ProfileFields } from '#features/customers/customers.ts';
import { EXIT } from '#platform/operator/operator.ts';
import type { ExitCode } from '#platform/operator/operator.ts';
import * as z from 'zod/mini';
import { changeProfile } from '#features/backoffice/edit-profile.ts';
import { actionRoles } from '../action-roles.ts';
import { describeWaiting } from '../describe-waiting.ts';
import { findNamedCustomer } from '../find-named-customer.ts';
import { readReason } from '../read-reason.ts';
import { readProfileVersion, VERSION_MISSING } from './read-profile-version.ts';
import type {
  CommandCall,
  OperatorCommand,
  OperatorCommandDeps,
} from '#features/backoffice/operator-command.ts';

const VERIFICATION_OPTION = '--verification=';
const ID_OPTION = '--id=';
const Fields = z.object(PROFILE_INPUT);

export const editProfileCommand: OperatorCommand = {
  name: 'edit-profile',
  usage: [
    'edit-profile EMAIL|ID FIELD=VALUE… REASON… --profile=VERSION --verification=keep|withdraw [--id=ID]',
  ],
  summary:
    `Changes a customer’s profile once two members of staff have approved it in the back office. ` +
    `Fields: ${PROFILE_FIELDS.join(', ')}. "customer show" prints the profile version; with the id ` +
    'of an earlier try, the command approves that change.',
  rolesFor: () => actionRoles(customers, 'edit-profile'),
  run: async (deps, call) => {
    const read = readWords(call.words);
    if (read === undefined) return 'usage';
    if (read.profileVersion === undefined) {
      call.print(VERSION_MISSING);
      return EXIT.usage;
    }
    const fields = parseInput(Fields, read.fields);
    if (!fields.ok) {
      for (const [name, problem] of Object.entries(fields.errors)) call.print(`${name} ${problem}`);
      return EXIT.usage;
    }
    const { profileVersion } = read;
    return await edit(deps, call, { ...read, profileVersion, fields: fields.value });
  },
};

type Wanted = {
  readonly name: string;
  readonly profileVersion: string;
  readonly fields: ProfileFields;
  readonly verification: VerificationEffect;
  readonly requestId: string;
  readonly reason: string;
};

async function edit(
  deps: Pick<OperatorCommandDeps, 'approvals' | 'customers'>,
  { actor, print }: CommandCall,
  { name, ...wanted }: Wanted,
): Promise<ExitCode> {
  const customer = await findNamedCustomer(deps.customers, name, print);
  if (customer === undefined) return EXIT.failed;
  const edited = await changeProfile(deps, { ...wanted, customerId: customer.id, actor });
  switch (edited.kind) {
    case 'refused': {
      print(rejectionText(edited.rejection));
      for (const [field, problem] of Object.entries(edited.rejection.errors ?? {})) {
        print(`${field} ${problem}`);
      }
      return EXIT.failed;
    }
    case 'waiting':
      print(`The change with the id ${wanted.requestId} ${describeWaiting(edited)}`);
      return EXIT.done;
    case 'unchanged':
      print(`The profile of ${customer.email} has these values already.`);
      return EXIT.done;
    case 'edited':
      print(`The profile of ${customer.email} is changed.`);
      return EXIT.done;
  }
}

type Words = Omit<Wanted, 'profileVersion' | 'fields'> & {
  readonly profileVersion: string | undefined;
  readonly fields: Readonly<Record<string, string>>;
};

/** Returns undefined if the words are not of the usage form. */
function readWords(given: readonly string[]): Words | undefined {
  const { version, words } = readProfileVersion(given);
  const effect = valueOf(words, VERIFICATION_OPTION);
  const verification = VERIFICATION_EFFECTS.find((one) => one === effect);
  const requestId = valueOf(words, ID_OPTION) ?? randomUUID();
  const [name, ...rest] = words.filter((word) => !word.startsWith('--'));
  const fields = Object.fromEntries(
    rest.flatMap((word): [string, string][] => {
      const field = fieldOf(word);
      return field === undefined ? [] : [[field, word.slice(field.length + 1)]];
    }),
  );
  const reason = readReason(rest.filter((word) => fieldOf(word) === undefined));
  if (name === undefined || verification === undefined) return undefined;
  if (Object.keys(fields).length === 0) return undefined;
  if (reason === undefined || reason.length < REASON_LENGTH_MIN) return undefined;
  if (!z.safeParse(RequestId, requestId).success) return undefined;
  return { name, profileVersion: version, fields, verification, requestId, reason };
}

function fieldOf(word: string): string | undefined {
  return PROFILE_FIELDS.find((field) => word.startsWith(`${field}=`));
}

function valueOf(words: readonly string[], option: string): string | undefined {
  return words.findLast((word) => word.startsWith(option))?.slice(option.length);
}

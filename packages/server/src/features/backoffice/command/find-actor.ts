import { isAllowed } from '@halyard/contract/backoffice/roles';
import { refusalText } from '@halyard/contract/refusals';
import { EXIT } from '#platform/operator/operator.ts';
import type { ExitCode, OperatorCall } from '#platform/operator/operator.ts';
import type { Verb, VerbDeps } from '../verb.ts';

type Asked = {
  readonly verb: Verb;
  /** The arguments after the subcommand's name. */
  readonly words: readonly string[];
};

type FoundActor =
  | { readonly kind: 'found'; readonly actor: string }
  | { readonly kind: 'refused'; readonly why: string; readonly code: ExitCode };

/**
 * Returns the actor as named in the audit log: the operator, or the member of staff whose password
 * and code came with the command and who can do the same in the back office.
 */
export async function findActor(
  { staff }: Pick<VerbDeps, 'staff'>,
  { as, user }: Pick<OperatorCall, 'as' | 'user'>,
  { verb, words }: Asked,
): Promise<FoundActor> {
  const operator = `operator:${user}`;
  if (as === undefined) return { kind: 'found', actor: operator };
  const roles = verb.rolesFor?.(words);
  if (roles === undefined) {
    const why = '--as is for commands that move money or rights: leave it out.';
    return { kind: 'refused', why, code: EXIT.usage };
  }
  const email = as.email.trim().toLowerCase();
  const answer = await staff.authenticate({ ...as, email, operator, command: verb.name });
  if (answer.kind === 'refused') return refuse(refusalText(answer.refusal));
  if (!isAllowed(answer.data.roles, roles)) return refuse(refusalText({ code: 'forbidden' }));
  return { kind: 'found', actor: `staff:${answer.data.id}` };
}

function refuse(why: string): FoundActor {
  return { kind: 'refused', why, code: EXIT.failed };
}

import { isAllowed } from '@halyard/contract/backoffice/roles';
import { rejectionText } from '@halyard/contract/rejections';
import { EXIT } from '#platform/operator/operator.ts';
import type { ExitCode, OperatorCall } from '#platform/operator/operator.ts';
import type { OperatorCommand, OperatorCommandDeps } from '../operator-command.ts';

type Asked = {
  readonly command: OperatorCommand;
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
  { staff }: Pick<OperatorCommandDeps, 'staff'>,
  { as, user }: Pick<OperatorCall, 'as' | 'user'>,
  { command, words }: Asked,
): Promise<FoundActor> {
  const operator = `operator:${user}`;
  if (as === undefined) return { kind: 'found', actor: operator };
  const roles = command.rolesFor?.(words);
  if (roles === undefined) {
    const why = '--as is for commands that move money or rights: leave it out.';
    return { kind: 'refused', why, code: EXIT.usage };
  }
  const email = as.email.trim().toLowerCase();
  const answer = await staff.authenticate({ ...as, email, operator, command: command.name });
  if (answer.kind === 'refused') return refuse(rejectionText(answer.rejection));
  if (!isAllowed(answer.data.roles, roles)) return refuse(rejectionText({ code: 'forbidden' }));
  return { kind: 'found', actor: `staff:${answer.data.id}` };
}

function refuse(why: string): FoundActor {
  return { kind: 'refused', why, code: EXIT.failed };
}

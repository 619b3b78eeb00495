// Says that an action is done, and offers to take it back while the message is shown.
import type { Resource } from '@halyard/contract/backoffice/resource';
import { assertPresent } from '@halyard/core/assertion';
import { useQueryClient } from '@tanstack/react-query';
import { callDeclared } from '#data/auth/staff.ts';
import { showErrorToast, showToast } from '#ui/feedback/toast.ts';
import { failureText } from '../lists/list-calls.ts';
import { useStaff } from '../staff/staff-context.ts';
import { TEXTS } from '../texts.ts';
import { rememberOwnActions } from '../work-list/own-actions.ts';
import { planUndo, type DoneAction } from './plan-undo.ts';
import { showUndoToast } from './undo-toast.ts';

/** Returns the function that says it; `onUndone` is called after it was taken back. */
export function useDoneToast(): (done: DoneAction, text: string, onUndone?: () => void) => void {
  const { roles } = useStaff();
  const undo = useUndo();
  return (done, text, onUndone) => {
    const planned = planUndo(done, roles);
    if (planned === undefined) {
      showToast(text);
      return;
    }
    const { action, body } = planned;
    const takeBack = async (): Promise<void> => {
      rememberOwnActions(done.resource.shape.name, [done.id]);
      const call = { params: { id: done.id }, body };
      if (await undo(done.resource.actions, action, call)) onUndone?.();
    };
    showUndoToast(text, () => void takeBack());
  };
}

type Call = Parameters<typeof callDeclared>[1];

/** Returns the function that runs the opposite action and says whether it succeeded. */
export function useUndo(): (
  routes: Resource['actions'],
  action: string,
  call: Call,
) => Promise<boolean> {
  const client = useQueryClient();
  return async (routes, action, call) => {
    const result = await callDeclared(assertPresent(routes[action], `${action} has a route`), call);
    void client.invalidateQueries();
    if (result.kind === 'data') showToast(TEXTS.undone);
    else showErrorToast(failureText(result));
    return result.kind === 'data';
  };
}

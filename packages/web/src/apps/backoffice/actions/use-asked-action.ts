import { useLocation } from 'react-router';
import { AskedAction } from '../palette/typed-action.ts';

/** Returns the action that the link to this page asks for, as the palette's links do. */
export function useAskedAction(): AskedAction | undefined {
  return AskedAction.safeParse(useLocation().state).data;
}

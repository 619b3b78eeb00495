// Loads the part of the frame that only customers see: at once for them, after their page for
// visitors, who may sign in.
import { lazyPart } from '#ui/feedback/lazy-part.tsx';
import type * as SignedInPart from './signed-in.tsx';

let loaded: typeof SignedInPart | undefined;

async function load(): Promise<typeof SignedInPart> {
  loaded ??= await import('./signed-in.tsx');
  return loaded;
}

export const CustomerHeader = lazyPart(
  async () => (await load()).CustomerHeader,
  () => loaded?.CustomerHeader,
);
export const Entrance = lazyPart(
  async () => (await load()).Entrance,
  () => loaded?.Entrance,
);
export const SignedIn = lazyPart(
  async () => (await load()).SignedIn,
  () => loaded?.SignedIn,
);

/** If it fails, the part is loaded again where it is shown. */
export async function preloadSignedIn(): Promise<void> {
  await load().catch(() => undefined);
}

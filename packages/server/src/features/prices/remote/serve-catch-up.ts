import type { Messages } from '#platform/messages/messages.ts';
import { Outage } from '#platform/outage/outage.ts';
import type { SymbolTerms } from '../symbol-terms.ts';
import type { FollowsFrames } from './follow-frames.ts';
import { CatchUpRequest, FRAME_SUBJECTS } from './market-wire.ts';

export type ServeCatchUpOptions = {
  readonly messages: Pick<Messages, 'serve'>;
  /** The engine of this program, which the frames feed. */
  readonly owner: { readonly isReady: () => boolean };
  readonly frames: FollowsFrames;
  readonly terms: Pick<SymbolTerms, 'apply'>;
};

/**
 * Lets others wait until the engine of this program has what the market applied, so that it judges no
 * later order by what was before. Call it once the frames feed the engine.
 */
export function serveCatchUp({ messages, owner, frames, terms }: ServeCatchUpOptions): () => void {
  return messages.serve(FRAME_SUBJECTS.catchUp, CatchUpRequest, async ({ at }) => {
    await terms.apply();
    const isReached = await frames.reach(at);
    // The program that has the lease answers.
    if (!owner.isReady()) throw new Outage('no-lease', 'Another program has the lease.');
    return { isReached };
  });
}

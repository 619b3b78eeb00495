// How many uploads are held in memory at once: one of each known caller, few of people who say who
// they are only within the form, and not too many altogether.
const SLOTS_MAX = 24;
const UNKNOWN_MAX = 4;

export type UploadSlots = {
  /** Gives the end of the upload, or undefined when there is no room for it now. */
  take(subjectId: number | undefined): (() => void) | undefined;
};

export function createUploadSlots(): UploadSlots {
  const taken = new Map<number | undefined, number>();
  let total = 0;
  return {
    take: (subjectId) => {
      const own = taken.get(subjectId) ?? 0;
      const ownMax = subjectId === undefined ? UNKNOWN_MAX : 1;
      if (own >= ownMax || total >= SLOTS_MAX) return undefined;
      taken.set(subjectId, own + 1);
      total += 1;
      return () => {
        total -= 1;
        const left = (taken.get(subjectId) ?? 0) - 1;
        if (left > 0) taken.set(subjectId, left);
        else taken.delete(subjectId);
      };
    },
  };
}

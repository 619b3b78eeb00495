// The number of uploads in memory: one per known caller, few for callers who identify themselves
// only within the form, and this many in total.
const SLOTS_MAX = 24;
const UNKNOWN_MAX = 4;

export type UploadSlots = {
  /** Returns a function that ends the upload, or undefined if there is no slot. */
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

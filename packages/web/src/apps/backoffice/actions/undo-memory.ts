// What the key for undo takes back: the last action, as long as its message is shown.
type Undo = () => void;

let last: Undo | undefined;

export function offerUndo(undo: Undo): void {
  last = undo;
}

export function withdrawUndo(undo: Undo): void {
  if (last === undo) last = undefined;
}

/** Takes the last action back; false if none can be. */
export function undoLast(): boolean {
  const undo = last;
  last = undefined;
  undo?.();
  return undo !== undefined;
}

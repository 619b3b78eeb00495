// What every check of the simulation ends with when something is wrong.
export class Violation extends Error {
  override readonly name = 'Violation';
}

export function demand(holds: boolean, invariant: string, what: string): void {
  if (!holds) throw new Violation(`${invariant}: ${what}`);
}

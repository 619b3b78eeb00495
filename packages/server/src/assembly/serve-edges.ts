// What the program with the engine does for the edges.
import { serveEngine } from '#engine/engine-owner.ts';
import { serveSurveys } from '#features/backoffice/backoffice.ts';
import { serveMarket } from '#features/prices/prices.ts';
import type { Foundation } from './foundation.ts';
import type { Features } from './features.ts';
import { sendPushes } from './pushes.ts';
import type { Trade } from './trade.ts';

/** Lets edges use the engines and the market of this program. */
export function serveEdges(
  inside: Foundation & Trade,
  { practice, notifications }: Features,
): void {
  const { messages, core, stops, instruments, surveys } = inside;
  if (messages === undefined || core === undefined) return;
  const ends = [
    serveEngine({ messages, name: 'live', owner: core.engine }),
    serveEngine({
      messages,
      name: 'practice',
      owner: core.practiceEngine,
      client: practice.engine,
    }),
    serveMarket({ ...core, messages, instruments, owner: core.engine }),
    serveSurveys(messages, surveys, core.engine),
    sendPushes(messages, notifications),
  ];
  stops.add('edges', () => {
    for (const end of ends) end();
  });
}

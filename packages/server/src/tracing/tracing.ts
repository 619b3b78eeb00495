// What is traced: an order from its request to its commit, queued work, and calls of payment
// providers. Without TRACES_URL nothing is.
import type { AccountCommand, DurableEvent } from '@halyard/core/engine';
import { wrapEngine } from '#engine/engine.ts';
import type { EngineObserver } from '#engine/engine.ts';
import type { EngineOwner } from '#engine/engine-owner.ts';
import type { CallProvider, ProviderSettings } from '#features/payments/payments.ts';
import { createProviderNames } from '#metrics/provider-names.ts';
import type { Span, Tracer } from '#platform/tracing/tracing.ts';

/** Returns the engine with a span for each command that has a request or a job as its cause. */
export function traceCommands(
  engine: EngineOwner,
  tracer: Tracer,
  commands: TracedCommands,
): EngineOwner {
  return wrapEngine(engine, {
    submit: async (requestId, command) => {
      if (tracer.current() === undefined) return await engine.submit(requestId, command);
      const span = tracer.begin({ name: `engine ${command.kind}`, kind: 'internal' });
      commands.set(command, span);
      try {
        const outcome = await engine.submit(requestId, command);
        span.end({
          values: { 'halyard.outcome': outcome.kind === 'done' ? 'done' : outcome.rejection.code },
        });
        return outcome;
      } catch (error) {
        span.end({ isFailed: true });
        throw error;
      }
    },
  });
}

/** The span of each command that is being decided or committed. */
export type TracedCommands = WeakMap<Pick<AccountCommand, 'kind'>, Span>;

/** Adds the commit, and the journal entries that it wrote, to the span of each of its commands. */
export function observeCommits(tracer: Tracer, commands: TracedCommands): EngineObserver {
  return {
    termBegan: () => undefined,
    committed: ({ durationMs, answers }) => {
      for (const { command, outcome } of answers) {
        const span = commands.get(command.submitted);
        if (span === undefined) continue;
        const values = {
          'halyard.batch_size': answers.length,
          'halyard.journal_entries': outcome.kind === 'done' ? countEntries(outcome.events) : 0,
        };
        tracer.addEnded(span, { name: 'commit', kind: 'internal', values, durationMs });
      }
    },
  };
}

function countEntries(events: readonly DurableEvent[]): number {
  let entries = 0;
  for (const event of events) {
    if ('postings' in event) entries += event.postings.length;
    else if ('posting' in event && event.posting !== null) entries += 1;
  }
  return entries;
}

/** Calls every observer. */
export function joinObservers(
  ...observers: readonly (EngineObserver | undefined)[]
): EngineObserver | undefined {
  const present = observers.filter((observer) => observer !== undefined);
  if (present.length < 2) return present[0];
  return {
    termBegan: () => present.forEach((observer) => observer.termBegan()),
    committed: (commit) => present.forEach((observer) => observer.committed(commit)),
  };
}

/** Traces the calls under the name of their provider. */
export function traceProviders(
  call: CallProvider,
  tracer: Tracer,
  providers: ProviderSettings,
): CallProvider {
  const nameOf = createProviderNames(providers);
  return async (request, signal) => {
    const values = { 'http.request.method': request.method };
    const info = { name: `provider ${nameOf(request.url)}`, kind: 'client', values } as const;
    return await tracer.trace(info, async () => await call(request, signal));
  };
}

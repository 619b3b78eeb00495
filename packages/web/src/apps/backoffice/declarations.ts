// The declared resources with their texts in the page's language. Declarations are in English; the
// catalogue replaces their texts by resource and action.
import type { Action, Resource, ResourceShape } from '@halyard/contract/backoffice/resource';
import { RESOURCES as DECLARED } from '@halyard/contract/backoffice/resources';
import type { Route } from '@halyard/contract/route';
import { CATALOGUE } from './texts/catalogue.ts';
import type { ResourceTexts } from './texts/text-types.ts';

export const RESOURCES: readonly Resource[] = DECLARED.map((resource) => {
  const texts = CATALOGUE.resources[resource.shape.name];
  return texts === undefined ? resource : { ...resource, shape: withTexts(resource.shape, texts) };
});

function withTexts(shape: ResourceShape, texts: ResourceTexts): ResourceShape {
  const { queues, actions } = shape;
  return {
    ...shape,
    title: texts.title,
    one: texts.one,
    ...(queues === undefined
      ? {}
      : {
          queues: queues.map((queue, at) => ({ ...queue, text: texts.queues?.[at] ?? queue.text })),
        }),
    actions: Object.fromEntries(
      Object.entries(actions).map(([name, action]) => [name, translated(action, texts, name)]),
    ),
  };
}

function translated(action: Action, { actions }: ResourceTexts, name: string): Action {
  const [label, summary] = actions?.[name] ?? [];
  if (label === undefined || summary === undefined) return action;
  return { ...action, label, summary };
}

/** What a route does, such as a report. */
export function summaryOf({ path, summary }: Route): string {
  return CATALOGUE.routes[path]?.summary ?? summary;
}

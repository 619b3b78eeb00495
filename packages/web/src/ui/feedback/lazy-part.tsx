// Components whose code is loaded when they are first shown.
import { createElement, lazy, type ComponentType } from 'react';

/** What could not be loaded, each with what makes it be asked for anew. */
const failures = new Set<() => void>();

/**
 * Like React's own `lazy`, which would remember a failure for as long as the page is open: after
 * `forgetFailedParts` the code is asked for again.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const prepare = () =>
    lazy(async () => {
      try {
        return { default: await load() };
      } catch (error) {
        failures.add(() => {
          part = prepare();
        });
        throw error;
      }
    });
  let part = prepare();
  return function LazyPart(props: Props) {
    return createElement<Props>(part, props);
  };
}

/** To be called before what failed is shown another time. */
export function forgetFailedParts(): void {
  for (const prepareAnew of failures) prepareAnew();
  failures.clear();
}

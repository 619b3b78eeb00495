// Components whose code is loaded when first shown.
import { createElement, lazy, useState, type ComponentType } from 'react';

/** Parts that could not be loaded, with their retry functions. */
const failures = new Set<() => void>();

/**
 * Like React's `lazy`, which would keep a failure while the page is open: `forgetFailedParts`
 * permits a retry. `findLoaded` returns the component if its code is there already: it is then
 * shown at once, without the fallback in between.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  findLoaded: () => ComponentType<Props> | undefined = () => undefined,
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
    // The same one while it is mounted, so that it keeps its state.
    const [loaded] = useState(findLoaded);
    return createElement<Props>(loaded ?? part, props);
  };
}

/** Call it before showing a failed part again. */
export function forgetFailedParts(): void {
  for (const prepareAgain of failures) prepareAgain();
  failures.clear();
}

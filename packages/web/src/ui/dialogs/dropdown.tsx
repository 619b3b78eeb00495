import { type ReactNode, useEffect, useRef } from 'react';
import classes from './dropdown.module.css';

type DropdownProps = { readonly label: string; readonly children: ReactNode };

/** A button with a few choices below it; closes on Escape, and when one goes elsewhere. */
export function Dropdown({ label, children }: DropdownProps) {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const element = details.current;
    if (element === null) return undefined;
    const listening = new AbortController();
    const { signal } = listening;
    const closeUnlessInside = (target: EventTarget | null) => {
      if (target instanceof Node && !element.contains(target)) element.open = false;
    };
    const onFocus = ({ relatedTarget }: FocusEvent) => closeUnlessInside(relatedTarget);
    const onPress = ({ target }: PointerEvent) => closeUnlessInside(target);
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') element.open = false;
    };
    element.addEventListener('focusout', onFocus, { signal });
    element.addEventListener('keydown', onKey, { signal });
    document.addEventListener('pointerdown', onPress, { signal });
    return () => listening.abort();
  }, []);
  return (
    <details ref={details} className={classes['dropdown']}>
      <summary className={classes['opener']}>{label}</summary>
      {/* Takes the focus from a press on a text, which would else go to what lies around. */}
      <div className={classes['choices']} tabIndex={-1}>
        {children}
      </div>
    </details>
  );
}

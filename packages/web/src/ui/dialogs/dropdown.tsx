import { clsx } from 'clsx';
import { type ReactNode, useEffect, useRef } from 'react';
import classes from './dropdown.module.css';

type DropdownProps = {
  readonly label: string;
  readonly onToggle?: (isOpen: boolean) => void;
  /**
   * Whether the choices open above the button and to its left, for a button near the bottom right
   * corner.
   */
  readonly opensUp?: boolean;
  readonly children: ReactNode;
};

/** A button with a few choices below it; closes on Escape, and when the focus leaves it. */
export function Dropdown({ label, onToggle, opensUp = false, children }: DropdownProps) {
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
    <details
      ref={details}
      className={classes['dropdown']}
      onToggle={({ currentTarget }) => onToggle?.(currentTarget.open)}
    >
      <summary className={classes['opener']}>{label}</summary>
      {/* Keeps the focus inside when a text is pressed, which would otherwise focus a surrounding
       * element. */}
      <div className={clsx(classes['choices'], opensUp && classes['up'])} tabIndex={-1}>
        {children}
      </div>
    </details>
  );
}

import type { ReactNode } from 'react';

export type IconProps = { readonly size?: number };

/** A drawing of 16 × 16 units in the colour of its text. */
export function Icon({ size = 16, children }: IconProps & { readonly children: ReactNode }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
      focusable="false"
    >
      {children}
    </svg>
  );
}

export function ContrastIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <circle cx="8" cy="8" r="5.75" />
      <path d="M8 2.25a5.75 5.75 0 0 1 0 11.5z" fill="currentColor" />
    </Icon>
  );
}

export function BellIcon({ isOff, ...props }: IconProps & { readonly isOff: boolean }) {
  return (
    <Icon {...props}>
      <path d="M3.5 11.5V11l1-1.5V7a3.5 3.5 0 0 1 7 0v2.5l1 1.5v.5zM6.75 13.5a1.4 1.4 0 0 0 2.5 0" />
      {isOff && <path d="m2.5 2.5 11 11" />}
    </Icon>
  );
}

export function MenuIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M2.5 4.5h11M2.5 8h11M2.5 11.5h11" />
    </Icon>
  );
}

export function AlertIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <circle cx="8" cy="8" r="5.75" />
      <path d="M8 5v3.5M8 11h.01" />
    </Icon>
  );
}

export function CheckIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="m3 8.5 3.2 3.2L13 5" />
    </Icon>
  );
}

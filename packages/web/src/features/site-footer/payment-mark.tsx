import type { ReactNode } from 'react';
import type { Mark } from './list-payments.ts';

const SHAPES: Readonly<Record<Mark, ReactNode>> = {
  card: (
    <>
      <rect x="1.75" y="3.75" width="20.5" height="12.5" rx="2" />
      <path d="M2 7.75h20" strokeWidth="2.5" />
      <path d="M5 13h4" />
    </>
  ),
  bank: (
    <path d="M2.5 8 12 2.75 21.5 8M4 8h16M5.75 8v6M10 8v6M14 8v6M18.25 8v6M4 14h16M2.75 17.25h18.5" />
  ),
  wallet: (
    <>
      <rect x="2.75" y="4.75" width="18.5" height="12.5" rx="2" />
      <path d="M21.25 9h-5a2 2 0 0 0 0 4h5M5.5 4.75 16 2.5v2.25" />
    </>
  ),
  transfer: <path d="M3 7.25h16l-4-4M21 12.75H5l4 4" />,
};

/** An icon of the kind of payment, shown beside its name. */
export function PaymentMark({ mark }: { readonly mark: Mark }) {
  return (
    <svg
      width="24"
      height="20"
      viewBox="0 0 24 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
      focusable="false"
    >
      {SHAPES[mark]}
    </svg>
  );
}

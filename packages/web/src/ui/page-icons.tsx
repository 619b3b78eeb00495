// The icons of single pages. Those that every page loads are in icons.tsx.
import { Icon, type IconProps } from './icons.tsx';

export function SearchIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <circle cx="7" cy="7" r="4.25" />
      <path d="m10.5 10.5 3 3" />
    </Icon>
  );
}

export function KeyboardIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <rect x="1.75" y="4" width="12.5" height="8" rx="1.5" />
      <path d="M4.25 6.75h.01M6.75 6.75h.01M9.25 6.75h.01M11.75 6.75h.01M5.5 9.5h5" />
    </Icon>
  );
}

export function ChevronIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="m4.5 6.5 3.5 3.5 3.5-3.5" />
    </Icon>
  );
}

export function StarIcon({ filled, ...props }: IconProps & { readonly filled: boolean }) {
  return (
    <Icon {...props}>
      <path
        d="m8 2.2 1.75 3.6 3.95.55-2.87 2.78.7 3.92L8 11.2l-3.53 1.85.7-3.92L2.3 6.35l3.95-.55z"
        fill={filled ? 'currentColor' : 'none'}
      />
    </Icon>
  );
}

export function PlusIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M8 3v10M3 8h10" />
    </Icon>
  );
}

export function SwipeIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M2 5.5h12M4.5 3 2 5.5 4.5 8M11.5 3 14 5.5 11.5 8M8 9v4.5" />
    </Icon>
  );
}

export function BellIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M3.5 11.5h9l-1.2-2V7a3.3 3.3 0 0 0-6.6 0v2.5zM6.7 13.5h2.6" />
    </Icon>
  );
}

const PANEL_EDGES = { left: 'M6 3v10', right: 'M10 3v10', bottom: 'M2 9.5h12' } as const;

const CHART_EDGES = { 1: '', 2: 'M8 3v10', 4: 'M8 3v10M2 8h12' } as const;

type ChartsIconProps = IconProps & { readonly count: keyof typeof CHART_EDGES };

export function ChartsIcon({ count, ...props }: ChartsIconProps) {
  return (
    <Icon {...props}>
      <rect x="1.75" y="2.75" width="12.5" height="10.5" rx="1.5" />
      <path d={CHART_EDGES[count]} />
    </Icon>
  );
}

type PanelIconProps = IconProps & { readonly side: keyof typeof PANEL_EDGES };

export function PanelIcon({ side, ...props }: PanelIconProps) {
  return (
    <Icon {...props}>
      <rect x="1.75" y="2.75" width="12.5" height="10.5" rx="1.5" />
      <path d={PANEL_EDGES[side]} />
    </Icon>
  );
}

export function ListIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M5.5 4h8M5.5 8h8M5.5 12h8M2.5 4h.01M2.5 8h.01M2.5 12h.01" />
    </Icon>
  );
}

export function CandlesIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M5 2v2.5m0 6V13m6-11v3m0 5v4" />
      <rect x="3.25" y="4.5" width="3.5" height="6" rx="0.75" />
      <rect x="9.25" y="5" width="3.5" height="5" rx="0.75" />
    </Icon>
  );
}

export function LayersIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="m8 2.5 5.75 3L8 8.5l-5.75-3zM2.25 8.5 8 11.5l5.75-3M2.25 11.25 8 14.25l5.75-3" />
    </Icon>
  );
}

export function ClockIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <circle cx="8" cy="8" r="5.75" />
      <path d="M8 4.75V8l2.25 1.5" />
    </Icon>
  );
}

export function PersonIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <circle cx="8" cy="5.25" r="2.75" />
      <path d="M2.75 13.75c.5-2.75 2.5-4 5.25-4s4.75 1.25 5.25 4" />
    </Icon>
  );
}

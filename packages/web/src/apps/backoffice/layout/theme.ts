// The brand colours as values, because the component library computes with them and can't use CSS
// variables. theme.test.ts compares them with ui/tokens.css.
import type { RaThemeOptions } from 'react-admin';

export const DARK = {
  ground: '#0d1214',
  surface: '#12191c',
  raised: '#182125',
  line: '#223036',
  'field-line': '#536870',
  text: '#e6eef0',
  muted: '#8fa3a8',
  accent: '#51a39a',
  'accent-hover': '#62b3aa',
  'on-accent': '#04110f',
  'up-tint': '#18292b',
  'on-up-tint': '#5bada4',
  down: '#dd5e56',
  'down-hover': '#e5726b',
  'on-down': '#04110f',
  warn: '#d0a548',
} as const;

export const LIGHT = {
  ground: '#f4f7f7',
  surface: '#ffffff',
  raised: '#eef3f3',
  line: '#d8e2e2',
  'field-line': '#7a8f91',
  text: '#10201f',
  muted: '#51686a',
  accent: '#2f756d',
  'accent-hover': '#27655e',
  'on-accent': '#ffffff',
  'up-tint': '#e5efee',
  'on-up-tint': '#2b6c65',
  down: '#b83a33',
  'down-hover': '#a3302a',
  'on-down': '#ffffff',
  warn: '#7d5a12',
} as const;

type Colours = Readonly<Record<keyof typeof DARK, string>>;

const FONT =
  "'Inter Figures', 'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";

export const darkTheme = createOfficeTheme('dark', DARK);
export const lightTheme = createOfficeTheme('light', LIGHT);

function createOfficeTheme(mode: 'dark' | 'light', colours: Colours): RaThemeOptions {
  return {
    palette: {
      mode,
      primary: {
        main: colours.accent,
        dark: colours['accent-hover'],
        contrastText: colours['on-accent'],
      },
      secondary: { main: colours.accent, contrastText: colours['on-accent'] },
      error: { main: colours.down, dark: colours['down-hover'], contrastText: colours['on-down'] },
      warning: { main: colours.warn },
      success: { main: colours.accent },
      background: { default: colours.ground, paper: colours.surface },
      text: { primary: colours.text, secondary: colours.muted },
      divider: colours.line,
    },
    shape: { borderRadius: 6 },
    typography: {
      fontFamily: FONT,
      fontSize: 13,
      h1: { fontSize: '1.25rem', fontWeight: 650, lineHeight: 1.3 },
      h2: { fontSize: '0.9375rem', fontWeight: 650, lineHeight: 1.35 },
      button: { textTransform: 'none', fontWeight: 550 },
    },
    components: componentsOf(colours),
  };
}

function componentsOf(colours: Colours): NonNullable<RaThemeOptions['components']> {
  const line = `1px solid ${colours.line}`;
  return {
    MuiPaper: {
      defaultProps: { elevation: 0 },
      styleOverrides: { root: { backgroundImage: 'none', border: line } },
    },
    MuiAppBar: {
      defaultProps: { color: 'default', elevation: 0 },
      styleOverrides: {
        root: {
          backgroundColor: colours.surface,
          color: colours.text,
          borderWidth: '0 0 1px',
          borderRadius: 0,
        },
      },
    },
    MuiButton: { defaultProps: { size: 'small', disableElevation: true } },
    MuiButtonBase: {
      defaultProps: { disableRipple: true },
      styleOverrides: {
        root: {
          '&:focus-visible': { outline: `2px solid ${colours.accent}`, outlineOffset: 2 },
        },
      },
    },
    MuiTextField: { defaultProps: { size: 'small', fullWidth: true } },
    MuiOutlinedInput: {
      styleOverrides: { notchedOutline: { borderColor: colours['field-line'] } },
    },
    MuiTableCell: {
      styleOverrides: {
        root: { padding: '7px 12px', borderBottom: line, whiteSpace: 'nowrap' },
        head: { color: colours.muted, fontWeight: 550, backgroundColor: colours.surface },
      },
    },
    MuiTableSortLabel: {
      styleOverrides: { root: { '&.Mui-active': { color: colours.text } } },
    },
    MuiLink: { defaultProps: { underline: 'hover' } },
    MuiChip: {
      defaultProps: { size: 'small' },
      styleOverrides: {
        root: {
          height: 20,
          borderRadius: 4,
          backgroundColor: colours['up-tint'],
          color: colours['on-up-tint'],
        },
      },
    },
    MuiAlert: { defaultProps: { variant: 'outlined' } },
  };
}

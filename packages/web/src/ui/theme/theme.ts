// Converts our tokens to the component library's theme.
import {
  createTheme,
  defaultVariantColorsResolver,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';
import fields from '../inputs/fields.module.css';
import overlays from '../dialogs/overlays.module.css';

const ACCENT: MantineColorsTuple = [
  '#e5efee',
  '#c9e0dd',
  '#a9cfcb',
  '#88beb7',
  '#6bb0a8',
  '#51a39a',
  '#448d85',
  '#387a72',
  '#2f756d',
  '#1f524c',
];

const BUTTON_HEIGHTS: Readonly<Record<string, string>> = {
  xs: '26px',
  sm: '34px',
  md: '36px',
  lg: '40px',
};

const variantColorResolver: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  return input.variant === 'filled' ? { ...colors, color: 'var(--on-accent)' } : colors;
};

export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 8, dark: 5 },
  colors: { accent: ACCENT },
  variantColorResolver,
  fontFamily: 'var(--font)',
  headings: { fontFamily: 'var(--font)', fontWeight: 'var(--weight-strong)' },
  fontSizes: {
    xs: 'var(--size-small)',
    sm: 'var(--size-body)',
    md: 'var(--size-body)',
    lg: 'var(--size-figure)',
    xl: 'var(--size-title)',
  },
  lineHeights: { xs: '1.3', sm: '1.385', md: '1.385', lg: '1.35', xl: '1.3' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: {
    xs: '4px',
    sm: 'var(--radius-small)',
    md: 'var(--radius)',
    lg: 'var(--radius)',
    xl: 'var(--radius)',
  },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  // Components are referred to by name, so that their code is loaded only where it is used.
  components: {
    Button: {
      vars: (_theme: unknown, { size }: { readonly size?: string }) => ({
        root: { '--button-height': BUTTON_HEIGHTS[size ?? 'sm'] },
      }),
    },
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ['label', 'input', 'error', 'description'] },
      classNames: {
        label: fields['label'],
        error: fields['error'],
        description: fields['description'],
      },
    },
    Input: { classNames: { input: fields['input'] } },
    PasswordInput: {
      classNames: { innerInput: fields['inner'], visibilityToggle: fields['visibility'] },
    },
    Checkbox: {
      defaultProps: { iconColor: 'var(--on-accent)' },
      classNames: {
        input: fields['checkbox'],
        label: fields['checkboxLabel'],
        error: fields['error'],
      },
    },
    Radio: { classNames: { radio: fields['radio'], label: fields['checkboxLabel'] } },
    Modal: {
      defaultProps: { overlayProps: { color: 'var(--overlay)', backgroundOpacity: 1 } },
      classNames: {
        content: overlays['content'],
        header: overlays['header'],
        title: overlays['title'],
        body: overlays['body'],
      },
    },
    Notification: {
      classNames: { root: overlays['toast'], description: overlays['toastText'] },
    },
  },
});

const bothSchemes = {
  '--mantine-color-body': 'var(--ground)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-bright': 'var(--text)',
  '--mantine-color-dimmed': 'var(--muted)',
  '--mantine-color-placeholder': 'var(--muted)',
  '--mantine-color-anchor': 'var(--accent)',
  '--mantine-color-error': 'var(--down)',
  '--mantine-color-default': 'var(--raised)',
  '--mantine-color-default-hover': 'var(--line)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--line)',
  '--mantine-color-disabled': 'var(--raised)',
  '--mantine-color-disabled-color': 'var(--muted)',
  '--mantine-color-disabled-border': 'var(--line)',
  '--mantine-color-accent-filled': 'var(--accent)',
  '--mantine-color-accent-filled-hover': 'var(--accent-hover)',
  '--mantine-color-accent-light': 'var(--up-tint)',
  '--mantine-color-accent-light-hover': 'var(--up-tint)',
  '--mantine-color-accent-light-color': 'var(--on-up-tint)',
  '--mantine-color-accent-outline': 'var(--accent)',
  '--mantine-primary-color-contrast': 'var(--on-accent)',
};

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  dark: bothSchemes,
  light: bothSchemes,
});

// Permitted CSS declarations of pages: none that moves an element out of its place, overlays
// others, or loads external resources.

const PROPERTIES: ReadonlySet<string> = new Set([
  'color',
  'background-color',
  'text-align',
  'border',
  'border-radius',
  'font-size',
  'font-weight',
  'font-style',
  'line-height',
  'gap',
  'max-width',
  'min-width',
  'width',
  'max-height',
  'min-height',
  'height',
  ...['margin', 'padding'].flatMap((name) => [
    name,
    ...['top', 'right', 'bottom', 'left'].map((side) => `${name}-${side}`),
  ]),
]);
const VALUE_PATTERN = /^[\w#%., -]{1,60}$/;
const DECLARATIONS_MAX = 20;

/** Converts CSS text to React style properties. */
export function parseStyle(text: string): Readonly<Record<string, string>> {
  const style: Record<string, string> = {};
  for (const declaration of text.split(';').slice(0, DECLARATIONS_MAX)) {
    const [name = '', value = '', ...rest] = declaration.split(':').map((part) => part.trim());
    const isFit = rest.length === 0 && PROPERTIES.has(name) && VALUE_PATTERN.test(value);
    // A negative margin would overlay other elements.
    if (isFit && !/(^|\s)-/.test(value)) style[toCamelCase(name)] = value;
  }
  return style;
}

function toCamelCase(name: string): string {
  return name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

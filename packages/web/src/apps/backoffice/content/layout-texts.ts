// The texts with formatting in a layout, so that they can be edited without its JSON.

export type LayoutText = {
  /** Where the text is in the layout. */
  readonly path: readonly (string | number)[];
  readonly html: string;
};

/** The setting that holds the HTML of a component. */
const SETTINGS: Readonly<Record<string, string>> = { text: 'text', html: 'html' };
/** The maximum that the form shows; the JSON holds the rest. */
const SHOWN_MAX = 100;

/** Returns the texts of a layout in their order; none if the JSON can't be read. */
export function listTexts(json: string): readonly LayoutText[] {
  const found: LayoutText[] = [];
  collect(readLayout(json), [], found);
  return found.slice(0, SHOWN_MAX);
}

function collect(value: unknown, path: LayoutText['path'], found: LayoutText[]): void {
  if (Array.isArray(value)) {
    value.forEach((item, at) => collect(item, [...path, at], found));
    return;
  }
  if (!isRecord(value)) return;
  const { component, settings, children, columns } = value;
  const name =
    typeof component === 'string' && Object.hasOwn(SETTINGS, component)
      ? SETTINGS[component]
      : undefined;
  const html = name === undefined || !isRecord(settings) ? undefined : settings[name];
  if (name !== undefined && typeof html === 'string') {
    found.push({ path: [...path, 'settings', name], html });
  }
  collect(children, [...path, 'children'], found);
  collect(columns, [...path, 'columns'], found);
}

/** Returns the JSON with another text at this place. */
export function withText(json: string, path: LayoutText['path'], html: string): string {
  return JSON.stringify(replaceAt(readLayout(json), path, html), undefined, 2);
}

function replaceAt(value: unknown, [step, ...rest]: LayoutText['path'], html: string): unknown {
  if (step === undefined) return html;
  if (Array.isArray(value)) {
    return value.map((item: unknown, at) => (at === step ? replaceAt(item, rest, html) : item));
  }
  return isRecord(value) ? { ...value, [step]: replaceAt(value[step], rest, html) } : value;
}

/** Returns the beginning of a text without its tags, to recognise it by. */
export function beginningOf(html: string): string {
  const LENGTH_MAX = 80;
  const text = html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return text.length > LENGTH_MAX ? `${text.slice(0, LENGTH_MAX)}…` : text;
}

function readLayout(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

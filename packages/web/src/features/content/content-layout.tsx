import { clsx } from 'clsx';
import {
  createElement,
  Suspense,
  type ComponentType,
  type CSSProperties,
  type ReactNode,
} from 'react';
import { Link } from 'react-router';
import { Button } from '#ui/controls.ts';
import { lazyPart } from '#ui/feedback/lazy-part.tsx';
import { SafeHtml } from '#ui/safe-html.tsx';
import classes from './content.module.css';
import { type Component, isRecord, readText } from './parse-layout.ts';
import { parseLink, parsePicture } from './parse-link.ts';

const Carousel = lazyPart(async () => (await import('./carousel.tsx')).Carousel);

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const;
const PICTURES_MAX = 60;
/** The classes that a page can use to give a part a role. */
const ROLES: readonly string[] = ['hero', 'steps', 'cards', 'narrow', 'quiet'];

/** A widget of the app in a page; it reads its own settings. */
export type Widget = ComponentType<{ readonly settings: Component['settings'] }>;
export type Widgets = Readonly<Record<string, Widget>>;

type LayoutProps = { readonly components: readonly Component[]; readonly widgets: Widgets };
type PartProps = { readonly part: Component; readonly widgets: Widgets };

/** Components one below the other. */
export function ContentLayout({ components, widgets }: LayoutProps) {
  return components.map((part) => <Part key={part.key} part={part} widgets={widgets} />);
}

function Part({ part, widgets }: PartProps): ReactNode {
  const { component, settings, id, style } = part;
  const WidgetPart = Object.hasOwn(widgets, component) ? widgets[component] : undefined;
  if (WidgetPart !== undefined) return <WidgetPart settings={settings} />;
  const place = { id, style, className: roleOf(part) };
  const below = <ContentLayout components={part.children} widgets={widgets} />;
  switch (component) {
    case 'section':
      return (
        <section {...place} className={clsx(classes['section'], place.className)}>
          {below}
        </section>
      );
    case 'grid':
      return <Grid part={part} widgets={widgets} />;
    case 'text':
    case 'html':
      return (
        <div {...place} className={clsx(classes['text'], place.className)}>
          <SafeHtml html={readText(settings, component)} />
        </div>
      );
    case 'heading':
      return <Heading part={part} />;
    case 'image':
      return <Picture settings={settings} picture={settings['image']} />;
    case 'gallery':
      return <Gallery settings={settings} />;
    case 'button':
      return <LinkButton settings={settings} />;
    case 'divider':
      return <hr className={classes['divider']} />;
    case 'carousel':
      return (
        <Suspense fallback={below}>
          <Carousel label={readText(settings, 'label')}>
            {part.children.map((slide) => (
              <Part key={slide.key} part={slide} widgets={widgets} />
            ))}
          </Carousel>
        </Suspense>
      );
    default:
      return (
        <>
          {below}
          <ContentLayout components={part.columns} widgets={widgets} />
        </>
      );
  }
}

function Grid({ part, widgets }: PartProps) {
  const { id, style, columns } = part;
  return (
    <div
      id={id}
      className={clsx(classes['grid'], roleOf(part))}
      style={{ ...style, ...columnsOf(columns.length) }}
    >
      {columns.map((column) => (
        <div key={column.key} id={column.id} className={classes['column']} style={column.style}>
          <ContentLayout components={column.children} widgets={widgets} />
        </div>
      ))}
    </div>
  );
}

/** Returns a CSS variable for the style sheet, which the library's types do not know. */
function columnsOf(count: number): CSSProperties {
  return { '--columns': count } as CSSProperties;
}

function Heading({ part }: { readonly part: Component }) {
  const { id, style, settings } = part;
  const tag = HEADINGS.find((one) => one === settings['tag']) ?? 'h1';
  return createElement(tag, { id, style, className: classes[tag] }, readText(settings, 'text'));
}

type PictureProps = { readonly settings: Component['settings']; readonly picture: unknown };

function Picture({ settings, picture }: PictureProps) {
  if (!isRecord(picture)) return null;
  const source = parsePicture(readText(picture, 'path'));
  if (source === undefined) return null;
  const meta = isRecord(picture['meta']) ? picture['meta'] : {};
  return (
    <img
      className={classes['picture']}
      src={source}
      alt={readText(meta, 'title')}
      loading="lazy"
      style={{ width: lengthOf(settings, 'width'), height: lengthOf(settings, 'height') }}
    />
  );
}

function Gallery({ settings }: Pick<PictureProps, 'settings'>) {
  const { gallery } = settings;
  if (!Array.isArray(gallery)) return null;
  const pictures: readonly unknown[] = gallery.slice(0, PICTURES_MAX);
  return (
    <ul className={classes['gallery']}>
      {pictures.map((picture, at) => (
        <li key={at}>
          <Picture settings={{}} picture={picture} />
        </li>
      ))}
    </ul>
  );
}

function LinkButton({ settings }: Pick<PictureProps, 'settings'>) {
  const link = parseLink(readText(settings, 'url'));
  const text = readText(settings, 'text');
  if (link === undefined || text === '') return null;
  return (
    <p>
      {link.isInside ? (
        <Button component={Link} to={link.url} size="lg">
          {text}
        </Button>
      ) : (
        <Button component="a" href={link.url} rel="noopener noreferrer" size="lg">
          {text}
        </Button>
      )}
    </p>
  );
}

/** Returns a length; a number alone is in pixels. */
function lengthOf(settings: Component['settings'], name: string): string | undefined {
  const text = readText(settings, name);
  if (/^\d{1,4}$/.test(text)) return `${text}px`;
  return /^\d{1,4}(px|%)$/.test(text) ? text : undefined;
}

function roleOf({ settings }: Component): string {
  const named = readText(settings, 'class').split(' ');
  return clsx(...ROLES.filter((role) => named.includes(role)).map((role) => classes[role]));
}

// HTML from page editors. The server has sanitised it; it is sanitised again here, because another
// content store may not do so, and a single mistake must not be exploitable.
import { HTML_TAGS, LINK_PATTERN, OWN_PATH_PATTERN } from '@halyard/contract/format/permitted-html';
import { clsx } from 'clsx';
import DOMPurify from 'dompurify';
import { useLayoutEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import classes from './safe-html.module.css';

const purify = DOMPurify(window);
purify.addHook('afterSanitizeAttributes', (element) => {
  if (element.tagName === 'IMG' && !OWN_PATH_PATTERN.test(element.getAttribute('src') ?? '')) {
    element.remove();
  }
  if (element.tagName !== 'A') return;
  if (LINK_PATTERN.test(element.getAttribute('href') ?? '')) {
    element.setAttribute('rel', 'noopener noreferrer');
  } else {
    element.removeAttribute('href');
  }
});

/** Returns the permitted part of HTML as nodes: text would be parsed again, possibly differently. */
function toSafeFragment(html: string): DocumentFragment {
  return purify.sanitize(html, {
    ALLOWED_TAGS: [...HTML_TAGS],
    ALLOWED_ATTR: ['href', 'src', 'alt'],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
}

/** Returns the permitted part of HTML as a text. */
export function toSafeHtml(html: string): string {
  const holder = document.createElement('div');
  holder.append(toSafeFragment(html));
  return holder.innerHTML;
}

type SafeHtmlProps = { readonly html: string; readonly className?: string | undefined };

export function SafeHtml({ html, className }: SafeHtmlProps) {
  const place = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  useLayoutEffect(() => {
    place.current?.replaceChildren(toSafeFragment(html));
  }, [html]);
  useLayoutEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const listening = new AbortController();
    const follow = (event: MouseEvent) => {
      const path = ownPathOf(event);
      if (path === undefined) return;
      event.preventDefault();
      void navigate(path);
    };
    element.addEventListener('click', follow, { signal: listening.signal });
    return () => listening.abort();
  }, [navigate]);
  return <div ref={place} className={clsx(classes['html'], className)} />;
}

/** Handles plain clicks on links of this site without a page load. */
function ownPathOf(event: MouseEvent): string | undefined {
  const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  if (!isPlain || event.button !== 0 || !(event.target instanceof Element)) return undefined;
  const path = event.target.closest('a')?.getAttribute('href');
  return path !== null && path !== undefined && OWN_PATH_PATTERN.test(path) ? path : undefined;
}

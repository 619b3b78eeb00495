import { useEffect, useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import classes from './content.module.css';

// An empty document in standards mode.
const EMPTY = '<!doctype html><html><head></head><body></body></html>';

type PreviewFrameProps = {
  readonly title: string;
  readonly language: string;
  /** The width in pixels of the page inside the frame, which is scaled to the available width. */
  readonly width: number;
  readonly height: number;
  readonly children: ReactNode;
};

/**
 * A separate document without script execution, into which content is rendered from outside.
 * Without `allow-scripts` the browser runs no script, handler or `javascript:` URL, whatever
 * sanitising may have missed, and the document can't navigate, submit forms or open windows.
 */
export function PreviewFrame({ title, language, width, height, children }: PreviewFrameProps) {
  const room = useRef<HTMLDivElement>(null);
  const [body, setBody] = useState<HTMLElement>();
  const [scale, setScale] = useState(1);
  useEffect(() => {
    const place = room.current;
    if (place === null) return undefined;
    const observer = new ResizeObserver(() => setScale(Math.min(1, place.clientWidth / width)));
    observer.observe(place);
    return () => observer.disconnect();
  }, [width]);
  return (
    <div ref={room} className={classes['frame']} style={{ height }}>
      <iframe
        title={title}
        // Same origin is permitted only so that this page can render into the frame.
        sandbox="allow-same-origin"
        srcDoc={EMPTY}
        style={{
          width,
          height: height / scale,
          border: 0,
          transform: `scale(${scale})`,
          transformOrigin: 'top left',
        }}
        onLoad={(event) => setBody(event.currentTarget.contentDocument?.body)}
      />
      {body !== undefined && createPortal(<div lang={language}>{children}</div>, body)}
    </div>
  );
}

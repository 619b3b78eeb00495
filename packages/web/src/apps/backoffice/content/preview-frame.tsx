import { Box } from '@mui/material';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

// A document of the standard mode, with nothing in it.
const EMPTY = '<!doctype html><html><head></head><body></body></html>';

type PreviewFrameProps = {
  readonly title: string;
  readonly language: string;
  /** In pixels, as the page inside sees it; it is drawn as wide as there is room. */
  readonly width: number;
  readonly height: number;
  readonly children: ReactNode;
};

/**
 * A document apart, in which nothing can run: what somebody wrote for the site is drawn into it from
 * outside. Without `allow-scripts` the browser runs no script, no handler and no `javascript:` of
 * it, whatever cleaning may have missed; nor can it leave, send a form or open anything.
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
    <Box ref={room} sx={{ height, overflow: 'hidden' }}>
      <iframe
        title={title}
        // The same origin only so that this page may draw into it.
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
    </Box>
  );
}

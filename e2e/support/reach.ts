// Finds controls that a pointer can't reach: those that no scrolling brings onto the screen, and
// those that another element covers.
import type { Page } from '@playwright/test';

/** Returns a description of each visible control that can't be reached. */
export function findUnreachable(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const selector = 'button, a[href], input, select, textarea, summary, [role=tab], [role=switch]';
    const shown = [...document.querySelectorAll<HTMLElement>(selector)].filter(
      (element) =>
        element.checkVisibility({ visibilityProperty: true }) &&
        element.closest('[inert], [aria-hidden=true]') === null &&
        // The link to the content is shown only while it has the focus.
        element.getAttribute('href')?.startsWith('#') !== true,
    );
    const open = [...document.querySelectorAll('dialog[open], [role=dialog][aria-modal=true]')].at(
      -1,
    );
    const unreachable: string[] = [];
    for (const control of shown) {
      if (open !== undefined && !open.contains(control)) continue;
      // A radio button that its label represents is pressed on the label.
      const { labels } = control as HTMLInputElement;
      const isTiny = control.offsetWidth <= 1;
      const target = isTiny ? (control.closest('label') ?? labels?.[0] ?? control) : control;
      target.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      const { left, top, width, height } = target.getBoundingClientRect();
      if (width <= 1 || height <= 1) continue;
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      const isHit =
        hit !== null &&
        (target.contains(hit) ||
          (hit.closest('label') === target.closest('label') && target.closest('label') !== null));
      if (isHit) continue;
      const name = control.getAttribute('aria-label') ?? control.textContent?.trim() ?? '';
      const by = hit === null ? 'outside the window' : `covered by ${hit.outerHTML.slice(0, 80)}`;
      unreachable.push(`${control.tagName} "${name}" ${by}`);
    }
    scrollTo(0, 0);
    return unreachable;
  });
}

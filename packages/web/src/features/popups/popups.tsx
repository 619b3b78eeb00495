// Announcements of the house, one at a time, until each is dismissed.
import { dismissPopup, listPopups, type Popup } from '@halyard/contract/popups';
import { Suspense, useState } from 'react';
import { call } from '#data/api.ts';
import { useRouteQuery } from '#data/query.ts';
import { currentLanguage } from '#i18n/i18n.ts';
import { lazyPart } from '#ui/lazy-part.tsx';

const PopupDialog = lazyPart(async () => (await import('./popup-dialog.tsx')).PopupDialog);

export function Popups() {
  const [dismissed, setDismissed] = useState<ReadonlySet<number>>(new Set());
  const query = useRouteQuery(listPopups, { body: { language: currentLanguage() } });
  const shown = query.data?.find(({ id }) => !dismissed.has(id));
  if (shown === undefined) return null;
  const dismiss = ({ id }: Popup) => {
    setDismissed(new Set([...dismissed, id]));
    // Should it not arrive, the announcement comes again with the next page: better than never.
    void call(dismissPopup, { body: { id } });
  };
  return (
    <Suspense>
      <PopupDialog key={shown.id} popup={shown} onDismiss={() => dismiss(shown)} />
    </Suspense>
  );
}

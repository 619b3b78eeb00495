// Announcements of the broker, one at a time, until each is dismissed. They wait for other dialogs.
import { dismissPopup, listPopups, type Popup } from '@halyard/contract/popups';
import { Suspense, useState } from 'react';
import { call } from '#data/http/api.ts';
import { useRouteQuery } from '#data/http/query.ts';
import { currentLanguage } from '#i18n/i18n.ts';
import { lazyPart } from '#ui/feedback/lazy-part.tsx';
import { useHasDialog } from '#ui/dialogs/open-dialogs.ts';

const PopupDialog = lazyPart(async () => (await import('./popup-dialog.tsx')).PopupDialog);

export function Popups() {
  const [dismissed, setDismissed] = useState<ReadonlySet<number>>(new Set());
  const query = useRouteQuery(listPopups, { body: { language: currentLanguage() } });
  const shown = query.data?.find(({ id }) => !dismissed.has(id));
  const [isOpen, setOpen] = useState(false);
  const isCovered = useHasDialog() && !isOpen;
  if (shown === undefined || isCovered) return null;
  const dismiss = ({ id }: Popup) => {
    setDismissed(new Set([...dismissed, id]));
    setOpen(false);
    // If this call is lost, the announcement appears again on the next page, which is better than
    // never.
    void call(dismissPopup, { body: { id } });
  };
  return (
    <Suspense>
      <PopupDialog
        key={shown.id}
        popup={shown}
        onOpen={() => setOpen(true)}
        onDismiss={() => dismiss(shown)}
      />
    </Suspense>
  );
}

// Asks signed-in customers without a second factor to turn it on. The customer can postpone the
// question, which then appears again. It waits for other dialogs.
import { useState } from 'react';
import { useLocation } from 'react-router';
import { useAccount } from '#data/auth/account.ts';
import { browserStore } from '#data/storage/text-store.ts';
import { PATHS } from '#paths.ts';
import { SidePart } from '#ui/dialogs/side-part.tsx';
import { useHasDialog } from '#ui/dialogs/open-dialogs.ts';
import { lazyPart } from '#ui/feedback/lazy-part.tsx';
import { isOfferDue, putOff } from './offer-due.ts';

const OfferDialog = lazyPart(async () => (await import('./offer-dialog.tsx')).OfferDialog);

export function SecondFactorOffer() {
  const user = useAccount();
  const { pathname } = useLocation();
  const [nowMs] = useState(() => Date.now());
  const [isOpen, setIsOpen] = useState(false);
  const [isAnswered, setIsAnswered] = useState(false);
  const isCovered = useHasDialog() && !isOpen;
  if (user === undefined || isAnswered || isCovered || pathname === PATHS.security) return null;
  if (!isOfferDue(user, browserStore, nowMs)) return null;
  return (
    <SidePart>
      <OfferDialog
        onOpen={() => setIsOpen(true)}
        onSetUp={() => setIsAnswered(true)}
        onPutOff={() => {
          setIsAnswered(true);
          putOff(user, browserStore, Date.now());
        }}
      />
    </SidePart>
  );
}

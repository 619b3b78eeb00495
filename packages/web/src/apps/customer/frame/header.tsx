import { useSessionToken } from '#data/auth/session.ts';
import { SidePart } from '#ui/dialogs/side-part.tsx';
import { PageSettings } from '#apps/frame/page-frame.tsx';
import { CustomerHeader } from './signed-in-part.ts';
import { VisitorHeader } from './visitor-header.tsx';

/** The main menu and the account. */
export function Header() {
  const token = useSessionToken();
  if (token === undefined) return <VisitorHeader settings={<PageSettings />} />;
  return (
    <SidePart>
      <CustomerHeader key={token} settings={<PageSettings />} />
    </SidePart>
  );
}

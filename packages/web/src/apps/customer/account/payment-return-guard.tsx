import { useSearchParams } from 'react-router';
import type { User } from '@halyard/contract/accounts';
import { useAccount } from '#data/auth/account.ts';
import { accountPath, transactionsPath } from '#paths.ts';
import { lazyPart } from '#ui/feedback/lazy-part.tsx';
import { SidePart } from '#ui/dialogs/side-part.tsx';

/** The parameter that a provider's page adds to the return address. */
export const PAYMENT_PARAMETER = 'payment';

const PaymentReturn = lazyPart(
  async () => (await import('#features/deposit/deposit.tsx')).PaymentReturn,
);

/** Shows the status of a payment to customers who return from a provider's page. */
export function PaymentReturnGuard() {
  const [search, setSearch] = useSearchParams();
  const user = useAccount();
  const transactionId = search.get(PAYMENT_PARAMETER);
  if (transactionId === null) return null;
  const close = (): void => {
    setSearch(
      (now) => {
        now.delete(PAYMENT_PARAMETER);
        return now;
      },
      { replace: true },
    );
  };
  return (
    <SidePart>
      <PaymentReturn
        transactionId={transactionId}
        transactionsPath={transactionsPath('deposits')}
        documentsPath={
          user !== undefined && lacksDocuments(user) ? accountPath('documents') : undefined
        }
        onClose={close}
      />
    </SidePart>
  );
}

/** Whether staff can't verify the customer yet. */
function lacksDocuments({ verified_account: isVerified, ...user }: User): boolean {
  return !isVerified && (user.doc_passport === null || user.doc_address === null);
}

import { useSearchParams } from 'react-router';
import { transactionsPath } from '#paths.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { SidePart } from '#ui/side-part.tsx';

/** Of the address to which a provider's page leads back. */
export const PAYMENT_PARAMETER = 'payment';

const PaymentReturn = lazyPart(
  async () => (await import('#features/deposit/deposit.tsx')).PaymentReturn,
);

/** Shows how a payment stands to who comes back from a provider's page. */
export function PaymentReturnGuard() {
  const [search, setSearch] = useSearchParams();
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
        onClose={close}
      />
    </SidePart>
  );
}

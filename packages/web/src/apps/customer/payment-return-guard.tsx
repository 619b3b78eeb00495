import { useSearchParams } from 'react-router';
import { transactionsPath } from '#paths.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { SidePart } from '#ui/side-part.tsx';

const PARAMETER = 'payment';

const PaymentReturn = lazyPart(
  async () => (await import('#features/deposit/deposit.tsx')).PaymentReturn,
);

/** Shows how a payment stands to who comes back from a provider's page. */
export function PaymentReturnGuard({ token }: { readonly token: string }) {
  const [search, setSearch] = useSearchParams();
  const transactionId = search.get(PARAMETER);
  if (transactionId === null) return null;
  const close = (): void => {
    setSearch(
      (now) => {
        now.delete(PARAMETER);
        return now;
      },
      { replace: true },
    );
  };
  return (
    <SidePart>
      <PaymentReturn
        transactionId={transactionId}
        token={token}
        transactionsPath={transactionsPath('deposits')}
        onClose={close}
      />
    </SidePart>
  );
}

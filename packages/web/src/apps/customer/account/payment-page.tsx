// Deposits and withdrawals. Any path below /payment/, except withdraw, is a deposit.
import { useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { clearRegisterFlag } from '#data/auth/register-flag.ts';
import { browserStore } from '#data/storage/text-store.ts';
import { Deposit } from '#features/deposit/deposit.tsx';
import { Withdrawal } from '#features/withdrawal/withdrawal.tsx';
import { accountPath, platformPath, transactionsPath } from '#paths.ts';
import { FormPage } from '#ui/inputs/form-page.tsx';
import { usePageTitle } from '#apps/frame/use-page-title.ts';

const WITHDRAW = 'withdraw';

export function PaymentPage() {
  return useParams()['method'] === WITHDRAW ? <WithdrawPage /> : <DepositPage />;
}

function DepositPage() {
  const { t } = useTranslation('deposit');
  usePageTitle(t('title'));
  const navigate = useNavigate();
  useEffect(() => clearRegisterFlag(browserStore), []);
  return (
    <Deposit
      accountPath={accountPath('info')}
      transactionsPath={transactionsPath('deposits')}
      onClose={() => void navigate(platformPath())}
    />
  );
}

function WithdrawPage() {
  const { t } = useTranslation('withdrawal');
  usePageTitle(t('title'));
  const navigate = useNavigate();
  const leave = useCallback(() => void navigate(platformPath()), [navigate]);
  return (
    <FormPage title={t('title')} subtitle={t('subtitle')}>
      <Withdrawal onDone={leave} />
    </FormPage>
  );
}

import { isPracticePage } from '@halyard/contract/practice/practice-paths';
import { Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import { IS_PRACTICE } from '#data/auth/account-kind.ts';
import { useConfig } from '#data/http/config.ts';
import { keepEnd, useSessionToken } from '#data/auth/session.ts';
import {
  accountPath,
  CONTENT_ROUTE,
  PATHS,
  platformPath,
  platformPathFromQuery,
  transactionsPath,
  paymentPath,
} from '#paths.ts';
import { lazyPart } from '#ui/feedback/lazy-part.tsx';
import { Loading } from '#ui/feedback/loading.tsx';
import { CustomersOnly } from './frame/customers-only.tsx';
import {
  AutoLoginRoute,
  EmailConfirmRoute,
  LoginRoute,
  PasswordRequestRoute,
  PasswordResetRoute,
  RegisterRoute,
} from './frame/entrances.tsx';
import { NotFound } from './frame/not-found.tsx';
import { Shell } from './frame/shell.tsx';

const PlatformPage = lazyPart(async () => (await import('./desk/platform-page.tsx')).PlatformPage);

const AccountLayout = lazyPart(
  async () => (await import('./account/account-layout.tsx')).AccountLayout,
);
const AccountPage = lazyPart(async () => (await import('./account/account-page.tsx')).AccountPage);
const PaymentPage = lazyPart(async () => (await import('./account/payment-page.tsx')).PaymentPage);
const TransactionsPage = lazyPart(
  async () => (await import('./account/transactions-page.tsx')).TransactionsPage,
);
const ReferralsPage = lazyPart(
  async () => (await import('./account/referrals-page.tsx')).ReferralsPage,
);
const NotificationsPage = lazyPart(
  async () => (await import('./account/notifications-page.tsx')).NotificationsPage,
);
const SecurityPage = lazyPart(
  async () => (await import('./account/security-page.tsx')).SecurityPage,
);
const OwnLimitsPage = lazyPart(
  async () => (await import('./account/own-limits-page.tsx')).OwnLimitsPage,
);
const PerformancePage = lazyPart(
  async () => (await import('./account/performance-page.tsx')).PerformancePage,
);
const PracticePerformancePage = lazyPart(
  async () => (await import('./account/performance-page.tsx')).PracticePerformancePage,
);
const StatementsPage = lazyPart(
  async () => (await import('./account/statements-page.tsx')).StatementsPage,
);
const AppropriatenessPage = lazyPart(
  async () => (await import('./account/appropriateness-page.tsx')).AppropriatenessPage,
);
const YourDataPage = lazyPart(
  async () => (await import('./account/your-data-page.tsx')).YourDataPage,
);
const AccountLevelsPage = lazyPart(
  async () => (await import('./account/account-levels-page.tsx')).AccountLevelsPage,
);

const Affiliate = lazyPart(async () => (await import('../affiliate/affiliate.tsx')).Affiliate);
const HomePage = lazyPart(async () => (await import('./site/home-page.tsx')).HomePage);
const ContactPage = lazyPart(async () => (await import('./site/contact-page.tsx')).ContactPage);
const CalendarPage = lazyPart(async () => (await import('./site/calendar-page.tsx')).CalendarPage);
const ContentRoute = lazyPart(async () => (await import('./site/content-page.tsx')).ContentRoute);

/** Every address of the app and its page. */
export function AppRoutes() {
  const { pathname } = useLocation();
  if (isPracticePage(pathname) !== IS_PRACTICE) return <OtherAccount />;
  return IS_PRACTICE ? <PracticeRoutes /> : <LiveRoutes />;
}

/**
 * Reloads the page when the address belongs to the other account, so that nothing in the memory of
 * this page is shown there.
 */
function OtherAccount() {
  useEffect(() => {
    keepEnd();
    window.location.reload();
  }, []);
  return null;
}

/** The practice account has only the trading screen and the performance page. */
function PracticeRoutes() {
  return (
    <Routes>
      <Route element={<Shell />}>
        <Route element={<CustomersOnly />}>
          <Route path={PATHS.practice} element={<Navigate to={platformPath()} replace />} />
          <Route path={PATHS.practicePerformance} element={<PracticePerformancePage />} />
          <Route path={PATHS.practiceSymbol} element={<PlatformPage />} />
        </Route>
        <Route path="*" element={<Navigate to={PATHS.notFound} replace />} />
      </Route>
    </Routes>
  );
}

function LiveRoutes() {
  return (
    <Routes>
      <Route path={PATHS.affiliate} element={<AffiliateRoute />} />
      <Route element={<Shell />}>
        <Route path={PATHS.home} element={<HomeRoute />} />
        <Route path={PATHS.login} element={<LoginRoute />} />
        <Route path={PATHS.autoLogin} element={<AutoLoginRoute />} />
        <Route path={PATHS.passwordRequest} element={<PasswordRequestRoute />} />
        <Route path={PATHS.passwordReset} element={<PasswordResetRoute />} />
        <Route path={PATHS.emailConfirm} element={<EmailConfirmRoute />} />
        <Route path={PATHS.register} element={<RegisterRoute />} />
        <Route element={<CustomersOnly />}>
          <Route path={PATHS.platform} element={<PlatformRootRoute />} />
          <Route path={PATHS.platformSymbol} element={<PlatformPage />} />
          <Route
            path={PATHS.payment}
            element={<Navigate to={paymentPath('creditCard')} replace />}
          />
          <Route path={PATHS.paymentMethod} element={<PaymentPage />} />
          <Route
            path={PATHS.transactions}
            element={<Navigate to={transactionsPath('deposits')} replace />}
          />
          <Route path={PATHS.referrals} element={<ReferralsPage />} />
          <Route path={PATHS.transactionsType} element={<TransactionsPage />} />
          <Route path={PATHS.account} element={<Navigate to={accountPath('info')} replace />} />
          <Route element={<AccountLayout />}>
            <Route path={PATHS.accountPage} element={<AccountPage />} />
            <Route path={PATHS.security} element={<SecurityPage />} />
            <Route path={PATHS.ownLimits} element={<OwnLimitsPage />} />
            <Route path={PATHS.yourData} element={<YourDataPage />} />
            <Route path={PATHS.notifications} element={<NotificationsPage />} />
            <Route path={PATHS.performance} element={<PerformancePage />} />
            <Route path={PATHS.statements} element={<StatementsPage />} />
            <Route path={PATHS.appropriateness} element={<AppropriatenessPage />} />
          </Route>
        </Route>
        <Route path={PATHS.contact} element={<ContactPage />} />
        <Route path={PATHS.accountLevels} element={<AccountLevelsPage />} />
        <Route path={PATHS.economicCalendar} element={<CalendarPage />} />
        <Route path={CONTENT_ROUTE} element={<ContentRoute />} />
        <Route path={PATHS.notFound} element={<NotFound />} />
        <Route path="*" element={<Navigate to={PATHS.notFound} replace />} />
      </Route>
    </Routes>
  );
}

function HomeRoute() {
  const isSignedIn = useSessionToken() !== undefined;
  const isPlatformOnly = useConfig()?.platformOnly === true;
  return isSignedIn || isPlatformOnly ? <Navigate to={platformPath()} replace /> : <HomePage />;
}

/** The affiliates' part of the app, with its own header. */
function AffiliateRoute() {
  const { t } = useTranslation();
  return (
    <Suspense fallback={<Loading label={t('loading')} />}>
      <Affiliate />
    </Suspense>
  );
}

function PlatformRootRoute() {
  return <Navigate to={platformPathFromQuery(useLocation().search)} replace />;
}

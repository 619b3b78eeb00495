import type { PublicConfig } from '@halyard/contract/config';
import { LEGAL_SLUGS } from '@halyard/contract/content';
import type { FooterContent, FooterLink, SiteContent } from '@halyard/contract/content';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { currentLanguage } from '#i18n/i18n.ts';
import { contentPath, PATHS } from '#paths.ts';
import { operatorName } from '#operator-name.ts';
import { Logo } from '#ui/logo.tsx';
import { listPayments, type Payment } from './list-payments.ts';
import { PaymentMark } from './payment-mark.tsx';
import classes from './site-footer.module.css';

const LINKS_MAX = 12;

type FooterBodyProps = {
  readonly methods: PublicConfig['payment_methods'];
  /** Whether the site has only its legal pages. */
  readonly isPlatformOnly: boolean;
  readonly hasCalendar: boolean;
  /** The operator's footer content; undefined until it has loaded. */
  readonly footer: FooterContent | undefined;
  readonly settings: SiteContent | undefined;
  readonly onCookies: () => void;
};

type NamedLink = { readonly title: string; readonly path: string };

/** Renders the footer from the given content. */
export function FooterBody(props: FooterBodyProps) {
  const { methods, isPlatformOnly, hasCalendar, footer, settings, onCookies } = props;
  const { t } = useTranslation('content');
  const payments = listPayments(methods, footer?.payment_icons ?? []);
  const calendar = hasCalendar ? [{ title: t('calendar'), path: PATHS.economicCalendar }] : [];
  const ownAbout = [
    { title: t('about'), path: contentPath('about') },
    { title: t('contact'), path: PATHS.contact },
    { title: t('levels'), path: PATHS.accountLevels },
  ];
  const ownLegal = [
    { title: t('terms'), path: contentPath('terms-conditions') },
    { title: t('privacy'), path: contentPath('privacy-policy') },
    { title: t('cookies'), path: contentPath('cookies-policy') },
    { title: t('aml'), path: contentPath('aml-policy') },
    { title: t('kyc'), path: contentPath('kyc-policy') },
  ];
  const legal = isPlatformOnly ? footer?.legal.filter(isLegal) : footer?.legal;
  const imprint = footer?.imprint ?? '';
  return (
    <footer className={classes['footer']}>
      <div className={classes['inner']}>
        <div className={classes['brand']}>
          <Logo name={operatorName()} />
          <Payments payments={payments} />
        </div>
        {!isPlatformOnly && (
          <Links
            title={t('aboutLinks')}
            links={[...toLinks(footer?.about, ownAbout), ...calendar]}
          />
        )}
        <Links title={t('legalLinks')} links={toLinks(legal, ownLegal)} />
        {footer !== undefined && footer.risk_warning !== '' && (
          <p className={classes['risk']}>{footer.risk_warning}</p>
        )}
        <div className={classes['foot']}>
          <p>{settings?.copyright}</p>
          {imprint !== '' && <p>{imprint}</p>}
          <button type="button" className={classes['cookies']} onClick={onCookies}>
            {t('cookieSettings')}
          </button>
        </div>
      </div>
    </footer>
  );
}

function Links({ title, links }: { readonly title: string; readonly links: readonly NamedLink[] }) {
  return (
    <nav className={classes['links']} aria-label={title}>
      <h2 className={classes['title']}>{title}</h2>
      <ul>
        {links.map((link) => (
          <li key={link.path}>
            <Link to={link.path}>{link.title}</Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Payments({ payments }: { readonly payments: readonly Payment[] }) {
  const { t } = useTranslation('content');
  if (payments.length === 0) return null;
  return (
    <ul className={classes['payments']} aria-label={t('payments')}>
      {payments.map(({ mark, title }) => (
        <li key={title ?? mark} className={classes['payment']}>
          <PaymentMark mark={mark} />
          {title ?? t(mark)}
        </li>
      ))}
    </ul>
  );
}

/** Returns the operator's links that lead to a page of the site, else our own. */
function toLinks(
  written: readonly FooterLink[] | undefined,
  own: readonly NamedLink[],
): readonly NamedLink[] {
  const links = (written ?? [])
    .filter(({ url }) => /^\/(?![/\\])[^\s\\]*$/.test(url))
    .map((link) => ({ title: titleOf(link), path: link.url }))
    .slice(0, LINKS_MAX);
  return links.length === 0 ? own : links;
}

function isLegal({ url }: FooterLink): boolean {
  return LEGAL_SLUGS.some((slug) => contentPath(slug) === url);
}

function titleOf(link: FooterLink): string {
  const title = link[`title_${currentLanguage()}`];
  return typeof title === 'string' && title !== '' ? title : link.title;
}

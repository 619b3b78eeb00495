import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useConfig } from '#data/http/config.ts';
import { useSessionToken } from '#data/auth/session.ts';
import { PATHS, platformPath } from '#paths.ts';
import { Button } from '#ui/controls.ts';
import classes from './not-found.module.css';
import { usePageTitle } from '#apps/frame/use-page-title.ts';

type NotFoundProps = {
  /** Replaces the standard text for an address that could not exist. */
  readonly text?: string;
};

/** The page for unknown addresses. */
export function NotFound({ text }: NotFoundProps) {
  const { t } = useTranslation();
  usePageTitle(t('notFoundTitle'));
  const isSignedIn = useSessionToken() !== undefined;
  const isSiteless = useConfig()?.platformOnly === true;
  const visitorPath = isSiteless ? PATHS.login : PATHS.home;
  return (
    <div className={classes['page']}>
      <p className={classes['code']}>404</p>
      <h1 className={classes['title']}>{t('notFoundTitle')}</h1>
      <p className="muted">{text ?? t('notFoundText')}</p>
      <Button
        component={Link}
        to={isSignedIn ? platformPath() : visitorPath}
        variant="default"
        mt="lg"
      >
        {isSignedIn ? t('toPlatform') : t(isSiteless ? 'toLogin' : 'toHome')}
      </Button>
    </div>
  );
}

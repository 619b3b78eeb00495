import { Link } from 'react-router';
import { useRejectionTexts } from '#i18n/rejection-text.ts';
import { accountPath, PATHS } from '#paths.ts';
import classes from './rejection-resolution.module.css';

/** Errors that the customer can resolve, each with its page. */
const WAYS = {
  'appropriateness-required': [PATHS.appropriateness, 'wayQuestions'],
  'time-out': [PATHS.ownLimits, 'wayOwnLimits'],
  'self-excluded': [PATHS.ownLimits, 'wayOwnLimits'],
  'loss-limit': [PATHS.ownLimits, 'wayOwnLimits'],
  'deposit-limit': [PATHS.ownLimits, 'wayOwnLimits'],
  'deposit-unverified-maximum': [accountPath('documents'), 'wayDocuments'],
  'not-verified': [accountPath('documents'), 'wayDocuments'],
  'profile-locked': [PATHS.contact, 'wayContact'],
  'close-only': [PATHS.contact, 'wayContact'],
  blocked: [PATHS.contact, 'wayContact'],
} as const;

/**
 * Links an error to the page where it can be resolved; empty for errors that only time resolves.
 */
export function RejectionResolution({ code }: { readonly code: string | undefined }) {
  const { t } = useRejectionTexts();
  if (!isKnown(code)) return null;
  const [path, text] = WAYS[code];
  return (
    <Link to={path} className={classes['way']}>
      {t(text)}
    </Link>
  );
}

function isKnown(code: string | undefined): code is keyof typeof WAYS {
  return code !== undefined && Object.hasOwn(WAYS, code);
}

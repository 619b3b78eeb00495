// The sign-up.
import { PASSWORD_LENGTH_MIN, register, type Session } from '@halyard/contract/accounts';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { beginSession } from '#data/auth/account.ts';
import { browserClient, call } from '#data/http/api.ts';
import { readAttribution } from '#data/storage/attribution.ts';
import type { CallResult } from '#data/http/call.ts';
import { collectClientInfo } from '#data/http/client-info.ts';
import { setRegisterFlag } from '#data/auth/register-flag.ts';
import { useHomeCountry } from '#data/storage/use-home-country.ts';
import { parsePhone } from '#forms/phone.ts';
import { FormFailure } from '#forms/form-failure.tsx';
import { PersonFields } from '#forms/person-fields.tsx';
import { useCheckedForm } from '#forms/use-checked-form.ts';
import { Button, PasswordInput } from '#ui/controls.ts';
import { Checkbox } from '#ui/inputs/checkbox.ts';
import { FormPage } from '#ui/inputs/form-page.tsx';
import { currentLanguage } from '#i18n/i18n.ts';
import { contentPath } from '#paths.ts';
import { checkSignUp, EMPTY_SIGN_UP, type SignUpValues } from './sign-up-form.ts';

/** The slug of the terms, which the requirements prescribe. */
const TERMS_SLUG = 'terms-conditions';
/** Marks the place of the link in the sentence. */
const GAP = '|';

/** The field that shows each error of the server. */
const FIELDS_OF_REJECTIONS: Readonly<Record<string, 'email' | 'password'>> = {
  'email-taken': 'email',
  'password-known': 'password',
};

type SignUpProps = { readonly loginPath: string };

/** The sign-up page; the app leaves it as soon as there is a session. */
export function SignUp({ loginPath }: SignUpProps) {
  const { t } = useTranslation(['sign-up', 'forms']);
  const wayBack: unknown = useLocation().state;
  const homeCountry = useHomeCountry();
  const form = useCheckedForm({
    initialValues: EMPTY_SIGN_UP,
    secrets: ['password'],
    check: (values) => checkSignUp(values, homeCountry),
    send: (values) => sendSignUp(values, homeCountry),
    onDone: (answer) => {
      setRegisterFlag(browserClient.store);
      beginSession(answer);
    },
    fieldOfRejection: (code) => FIELDS_OF_REJECTIONS[code],
    noAnswerText: t('failed'),
  });
  const foot = (
    <>
      {t('already')}{' '}
      <Link to={loginPath} state={wayBack}>
        {t('logIn')}
      </Link>
    </>
  );
  return (
    <FormPage title={t('title')} subtitle={t('subtitle')} foot={foot}>
      <form onSubmit={form.submit} noValidate>
        <PersonFields form={form} phoneHint={t('forms:phoneHint')} />
        <PasswordInput
          label={t('forms:password')}
          description={t('forms:passwordHint', { n: PASSWORD_LENGTH_MIN })}
          name="password"
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': t('forms:showPassword') }}
          {...form.text('password')}
        />
        <Checkbox label={<Agreement />} name="agree" {...form.checkbox('agree')} />
        <FormFailure form={form} />
        <Button type="submit" size="lg" fullWidth loading={form.isSending}>
          {t('submit')}
        </Button>
      </form>
    </FormPage>
  );
}

/** The link opens a new tab, so that the typed values stay. */
function Agreement() {
  const { t } = useTranslation('sign-up');
  const [before, after] = t('agree', { terms: GAP }).split(GAP);
  return (
    <>
      {before}
      <Link to={contentPath(TERMS_SLUG)} target="_blank" rel="noopener" title={t('newTab')}>
        {t('terms')}
      </Link>
      {after}
    </>
  );
}

async function sendSignUp(
  values: SignUpValues,
  homeCountry: string | undefined,
): Promise<CallResult<Session>> {
  const phone = parsePhone(values.phone, homeCountry);
  const country = phone?.country ?? homeCountry;
  const { ref } = readAttribution(browserClient.store);
  return call(register, {
    body: {
      ...values,
      agree: true,
      phone: phone?.e164 ?? values.phone,
      ...(country === undefined ? {} : { country }),
      ...(ref === undefined ? {} : { ref }),
      lng: currentLanguage(),
      info: await collectClientInfo(browserClient),
    },
  });
}

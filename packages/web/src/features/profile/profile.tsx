// The customer's own profile: ten fields, all of which a deposit requires.
import type { Country, User } from '@halyard/contract/accounts';
import { updateProfile } from '@halyard/contract/profile';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { putUser, useAccount } from '#data/auth/account.ts';
import { useCountries } from '#data/auth/countries.ts';
import { call } from '#data/http/api.ts';
import { isProfileComplete } from '#data/auth/profile-complete.ts';
import { useStepUp } from '#forms/step-up.tsx';
import { FormFailure } from '#forms/form-failure.tsx';
import { useCheckedForm, type CheckedForm } from '#forms/use-checked-form.ts';
import { sortByName } from '#i18n/country-name.ts';
import { Button, NativeSelect, TextInput } from '#ui/controls.ts';
import { Card } from '#ui/card.tsx';
import { Loading } from '#ui/feedback/loading.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import {
  checkProfile,
  lockedFields,
  toProfileValues,
  type ProfileField,
  type ProfileValues,
} from './profile-form.ts';
import classes from './profile.module.css';

const BIRTH_DATE_MIN = '1900-01-01';

type ProfileProps = {
  /** Called after a successful save; returns true if it leaves the page. */
  readonly onSaved: () => boolean;
};

export function Profile({ onSaved }: ProfileProps) {
  const { t } = useTranslation('profile');
  const user = useAccount();
  const countries = useCountries();
  if (user === undefined || countries === undefined) return <Loading label={t('loading')} />;
  return <ProfileForm user={user} countries={countries} onSaved={onSaved} />;
}

type ProfileFormProps = ProfileProps & {
  readonly user: User;
  readonly countries: readonly Country[];
};

function ProfileForm({ user, countries, onSaved }: ProfileFormProps) {
  const { t } = useTranslation(['profile', 'forms']);
  const [isSaved, setIsSaved] = useState(false);
  const stepUpControl = useStepUp();
  const countryOf = (id: string) => countries.find((one) => String(one.id) === id)?.alpha2;
  const form = useCheckedForm({
    initialValues: toProfileValues(user),
    secrets: [],
    check: (values) => checkProfile(values, countryOf(values.country_id)),
    send: (values) => {
      setIsSaved(false);
      const body = { ...values, country_id: Number(values.country_id) };
      return stepUpControl.run((credentials) =>
        call(updateProfile, { body: { ...body, ...credentials } }),
      );
    },
    onDone: ({ user: saved }) => {
      putUser(saved);
      if (!onSaved()) setIsSaved(true);
    },
    fieldOfRejection: (code) => (code === 'email-taken' ? 'email' : undefined),
    noAnswerText: t('failed'),
  });
  const locked = lockedFields(user);
  return (
    <Card title={t('title')}>
      <form className={classes['form']} onSubmit={form.submit} noValidate>
        {!isProfileComplete(user) && <Notice tone="warn">{t('incomplete')}</Notice>}
        {locked.size > 0 && <p className={classes['hint']}>{t('locked')}</p>}
        <div className={classes['fields']}>
          <PersonFields form={form} locked={locked} />
          <AddressFields form={form} locked={locked} countries={countries} />
        </div>
        <FormFailure form={form} />
        {isSaved && <Notice tone="up">{t('saved')}</Notice>}
        <Button type="submit" className={classes['save']} loading={form.isSending}>
          {t('save')}
        </Button>
      </form>
      {stepUpControl.dialog}
    </Card>
  );
}

type FieldsProps = {
  readonly form: CheckedForm<ProfileValues>;
  readonly locked: ReadonlySet<ProfileField>;
};

function PersonFields({ form, locked }: FieldsProps) {
  const { t } = useTranslation('forms');
  const field = (name: ProfileField) => ({
    name,
    disabled: locked.has(name),
    ...form.text(name),
  });
  return (
    <>
      <TextInput label={t('firstName')} autoComplete="given-name" {...field('first_name')} />
      <TextInput label={t('lastName')} autoComplete="family-name" {...field('last_name')} />
      <TextInput label={t('email')} type="email" autoComplete="email" {...field('email')} />
      <TextInput label={t('phone')} type="tel" autoComplete="tel" {...field('phone')} />
      <TextInput
        label={t('birthDate')}
        type="date"
        min={BIRTH_DATE_MIN}
        autoComplete="bday"
        {...field('birth_date')}
      />
    </>
  );
}

function AddressFields({
  form,
  locked,
  countries,
}: FieldsProps & { readonly countries: readonly Country[] }) {
  const { t } = useTranslation(['forms', 'profile']);
  const field = (name: ProfileField) => ({ name, ...form.text(name) });
  return (
    <>
      <NativeSelect
        label={t('country')}
        autoComplete="country-name"
        disabled={locked.has('country_id')}
        {...field('country_id')}
      >
        <option value="">{t('profile:choose')}</option>
        {sortByName(countries).map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </NativeSelect>
      <TextInput label={t('state')} autoComplete="address-level1" {...field('state')} />
      <TextInput label={t('city')} autoComplete="address-level2" {...field('city')} />
      <TextInput label={t('street')} autoComplete="street-address" {...field('street')} />
      <TextInput label={t('zipCode')} autoComplete="postal-code" {...field('zip_code')} />
    </>
  );
}

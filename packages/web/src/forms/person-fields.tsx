import { useTranslation } from 'react-i18next';
import { TextInput } from '#ui/controls.ts';
import type { Person } from './person.ts';
import type { CheckedForm } from './use-checked-form.ts';
import classes from './person-fields.module.css';

type PersonFieldsProps = {
  readonly form: Pick<CheckedForm<Person>, 'text'>;
  readonly phoneHint?: string;
};

/** The fields of a person's name and contact data. */
export function PersonFields({ form, phoneHint }: PersonFieldsProps) {
  const { t } = useTranslation('forms');
  return (
    <>
      <div className={classes['names']}>
        <TextInput
          label={t('firstName')}
          name="first_name"
          autoComplete="given-name"
          {...form.text('first_name')}
        />
        <TextInput
          label={t('lastName')}
          name="last_name"
          autoComplete="family-name"
          {...form.text('last_name')}
        />
      </div>
      <TextInput
        label={t('email')}
        type="email"
        name="email"
        autoComplete="email"
        inputMode="email"
        {...form.text('email')}
      />
      <TextInput
        label={t('phone')}
        description={phoneHint}
        type="tel"
        name="phone"
        autoComplete="tel"
        inputMode="tel"
        {...form.text('phone')}
      />
    </>
  );
}

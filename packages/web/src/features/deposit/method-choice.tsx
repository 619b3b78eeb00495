import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { TextFieldProps } from '#forms/use-checked-form.ts';
import { listChoices, methodKey, type PaymentMethod } from './deposit-form.ts';
import classes from './deposit.module.css';

type MethodChoiceProps = {
  readonly methods: readonly PaymentMethod[];
  readonly field: TextFieldProps;
};

/** A choice of the installation's methods. */
export function MethodChoice({ methods, field }: MethodChoiceProps) {
  const { t } = useTranslation('deposit');
  const name = useId();
  return (
    <fieldset className={classes['methods']}>
      <legend>{t('method')}</legend>
      {listChoices(methods).map((method) => (
        <label key={methodKey(method)} className={classes['method']}>
          <input
            type="radio"
            name={name}
            value={methodKey(method)}
            checked={field.value === methodKey(method)}
            onChange={field.onChange}
          />
          <span className={classes['methodName']}>{t(method.key)}</span>
        </label>
      ))}
    </fieldset>
  );
}

import type { ReactNode } from 'react';
import classes from './form-page.module.css';

type FormPageProps = {
  readonly title: string;
  readonly subtitle: string;
  /** The content below the form, such as a link to another form. */
  readonly foot?: ReactNode;
  readonly children: ReactNode;
};

/** A page that consists of one centred form. */
export function FormPage({ title, subtitle, foot, children }: FormPageProps) {
  return (
    <div className={classes['page']}>
      <div className={classes['column']}>
        <h1 className={classes['title']}>{title}</h1>
        <p className={classes['subtitle']}>{subtitle}</p>
        <div className={classes['card']}>{children}</div>
        {foot !== undefined && <p className={classes['foot']}>{foot}</p>}
      </div>
    </div>
  );
}

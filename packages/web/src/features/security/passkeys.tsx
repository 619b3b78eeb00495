import {
  addPasskey,
  beginPasskey,
  listPasskeys,
  removePasskey,
  type Passkey,
} from '@halyard/contract/identity/passkeys';
import type { ReplyOf } from '@halyard/contract/route';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#data/http/api.ts';
import { canUsePasskeys, createPasskey } from '#data/auth/passkeys.ts';
import { reload, useRouteQuery } from '#data/http/query.ts';
import { afterStepUp } from '#forms/step-up.tsx';
import { useFormat } from '#i18n/format.ts';
import { Button } from '#ui/controls.ts';
import { Card } from '#ui/card.tsx';
import { Loaded } from '#ui/feedback/loaded.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Row, RowList } from '#ui/lists/row-list.tsx';
import classes from './security.module.css';
import { useAction } from '#forms/use-action.ts';

/** The customer's passkeys, which sign in without a password. */
export function Passkeys() {
  const { t } = useTranslation('security');
  const query = useRouteQuery(listPasskeys, {});
  return (
    <Card title={t('passkeysTitle')} flush>
      <div className={classes['intro']}>
        <p className="muted">{t('passkeysText')}</p>
        {canUsePasskeys() ? <AddPasskey /> : <p className="muted">{t('passkeysUnknown')}</p>}
      </div>
      <Loaded query={query}>
        {(passkeys) => (
          <RowList>
            {passkeys.map((passkey) => (
              <PasskeyRow key={passkey.id} passkey={passkey} />
            ))}
          </RowList>
        )}
      </Loaded>
    </Card>
  );
}

function AddPasskey() {
  const { t } = useTranslation('security');
  const format = useFormat();
  const [isUnused, setIsUnused] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const { act, isActing, failure, dialog } = useAction();
  const add = async ({ options }: ReplyOf<typeof beginPasskey>): Promise<void> => {
    setIsAsking(true);
    const response = await createPasskey(options);
    setIsAsking(false);
    setIsUnused(response === undefined);
    if (response === undefined) return;
    const name = t('passkeyName', { day: format.day(new Date().toISOString()) });
    act(
      () => call(addPasskey, { body: { name, response } }),
      () => void reload(listPasskeys),
    );
  };
  return (
    <>
      {failure !== undefined && <Notice tone="down">{failure}</Notice>}
      {isUnused && <Notice tone="warn">{t('passkeyUnmade')}</Notice>}
      <Button
        variant="default"
        loading={isActing || isAsking}
        onClick={() => act(afterStepUp(beginPasskey, { body: {} }), (begun) => void add(begun))}
      >
        {t('addPasskey')}
      </Button>
      {dialog}
    </>
  );
}

function PasskeyRow({ passkey }: { readonly passkey: Passkey }) {
  const { t } = useTranslation('security');
  const format = useFormat();
  const [nowMs] = useState(() => Date.now());
  const { act, isActing, failure, dialog } = useAction();
  const { id, name, last_used_at: usedAt } = passkey;
  const used =
    usedAt === null
      ? t('neverUsed')
      : t('lastUsed', { moment: format.momentWithin(usedAt, nowMs) });
  return (
    <Row name={name} hint={used} more={failure !== undefined && <p className="down">{failure}</p>}>
      <Button
        variant="default"
        size="sm"
        aria-label={t('removeNamed', { name })}
        loading={isActing}
        onClick={() =>
          act(afterStepUp(removePasskey, { body: { id } }), () => void reload(listPasskeys))
        }
      >
        {t('remove')}
      </Button>
      {dialog}
    </Row>
  );
}

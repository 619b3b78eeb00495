import {
  confirmSecondFactor,
  disableSecondFactor,
  enableSecondFactor,
  renewRecoveryCodes,
} from '@halyard/contract/identity/second-factor';
import type { ReplyOf } from '@halyard/contract/route';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reloadAccount, useAccount } from '#data/auth/account.ts';
import { afterStepUp } from '#forms/step-up.tsx';
import { Button } from '#ui/controls.ts';
import { Badge } from '#ui/figures/badge.tsx';
import { Card } from '#ui/card.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { ConfirmFactor } from './confirm-factor.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import classes from './security.module.css';
import { useAction } from '#forms/use-action.ts';

type Begun = ReplyOf<typeof enableSecondFactor>;

/** Enables or disables the second factor, the code of an authenticator app. */
export function SecondFactor() {
  const { t } = useTranslation('security');
  const isOn = useAccount()?.second_factor === true;
  const [begun, setBegun] = useState<Begun>();
  const [codes, setCodes] = useState<readonly string[]>();
  const { act, isActing, failure, dialog } = useAction();
  const show = (kept: readonly string[]): void => {
    setBegun(undefined);
    setCodes(kept);
    reloadAccount();
  };
  return (
    <Card
      title={t('secondTitle')}
      aside={<Badge tone={isOn ? 'up' : 'neutral'}>{t(isOn ? 'on' : 'off')}</Badge>}
    >
      <div className={classes['body']}>
        <p className="muted">{t('secondText')}</p>
        {failure !== undefined && <Notice tone="down">{failure}</Notice>}
        {begun !== undefined && (
          <ConfirmFactor
            secret={begun.secret}
            uri={begun.uri}
            isSending={isActing}
            onCode={(code) =>
              act(afterStepUp(confirmSecondFactor, { body: { code } }), (done) =>
                show(done.recovery_codes),
              )
            }
            onCancel={() => setBegun(undefined)}
          />
        )}
        {codes !== undefined && <RecoveryCodes codes={codes} onKept={() => setCodes(undefined)} />}
        {begun === undefined && codes === undefined && (
          <div className={classes['actions']}>
            {isOn ? (
              <>
                <Button
                  variant="default"
                  loading={isActing}
                  onClick={() =>
                    act(afterStepUp(renewRecoveryCodes, { body: {} }), (done) =>
                      show(done.recovery_codes),
                    )
                  }
                >
                  {t('renewCodes')}
                </Button>
                <Button
                  variant="default"
                  loading={isActing}
                  onClick={() => act(afterStepUp(disableSecondFactor, { body: {} }), reloadAccount)}
                >
                  {t('turnOff')}
                </Button>
              </>
            ) : (
              <Button
                loading={isActing}
                onClick={() => act(afterStepUp(enableSecondFactor, { body: {} }), setBegun)}
              >
                {t('turnOn')}
              </Button>
            )}
          </div>
        )}
      </div>
      {dialog}
    </Card>
  );
}

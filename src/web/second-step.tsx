// The second step of a log-in, wherever it is asked for: a code of an app, a recovery code, or a passkey.
import { type ReactNode, useState } from 'react';
import { appCode, type Factor, recoveryCode } from '#account/contract.ts';
import { normalizeDigits } from '#domain/text/normalize.ts';
import { Stack } from '#web/ui/layout.tsx';
import type { Signed } from './sign-in.ts';
import { canUsePasskeys, type SecondStepAsked, signWithPasskey, takeSecondStep } from './staff-sign-in.ts';
import { Button } from './ui/button.tsx';
import { TextField } from './ui/fields.tsx';
import { useForm } from './ui/form.ts';
import { Icon } from './ui/icon.tsx';
import { useOnce } from './use-save.ts';

export const WRONG_CODE = '認証コードをもう一度ご確認ください。';
export const TICKET_EXPIRED = '時間が経過しました。もう一度ログインしてください。';

interface SecondStepEnds {
  signed(signed: Signed): unknown;
  wrong(): unknown;
  /** The first step has to be taken again. */
  over(): unknown;
  failed(error: unknown): unknown;
}

export function useSecondStep({ ticket, types, passkeyOptions }: SecondStepAsked, ends: SecondStepEnds) {
  const isOffered = (factor: Factor) => factor !== 'passkey' || (passkeyOptions !== '' && canUsePasskeys());
  const factors = types.filter(isOffered);
  const [way, setWay] = useState<Factor>(factors[0] ?? 'recovery');
  const app = useForm(appCode, appCode.blank);
  const recovery = useForm(recoveryCode, recoveryCode.blank);
  const { isBusy, once } = useOnce();

  const take = (factor: Factor, report: () => Promise<{ otp?: string; credential?: string } | null>) =>
    once(async (begin) => {
      begin();
      try {
        const given = await report();
        if (!given) return;
        const outcome = await takeSecondStep(ticket, factor, given);
        if (outcome === 'over') return await ends.over();
        if (outcome !== 'wrong') return await ends.signed(outcome.signed);
        app.empty('otp');
        recovery.empty('otp');
        await ends.wrong();
      } catch (error) {
        await ends.failed(error);
      }
    });

  const byPasskey = () =>
    take('passkey', async () => {
      const credential = await signWithPasskey(passkeyOptions);
      return credential === null ? null : { credential };
    });

  function submit() {
    if (way === 'passkey') return byPasskey();
    const reading = way === 'totp' ? app.submit() : recovery.submit();
    return reading.ok ? take(way, async () => reading.value) : undefined;
  }

  /** An app's code sends itself with its sixth digit, pasted ones too. */
  function type(typed: string) {
    app.set({ otp: typed });
    const otp = normalizeDigits(typed);
    if (/^[0-9]{6}$/.test(otp)) take('totp', async () => ({ otp }));
  }

  return { way, setWay, factors, isBusy, submit, byPasskey, app: { ...app.bind('otp'), onChange: type }, recovery };
}

type SecondStep = ReturnType<typeof useSecondStep>;

export function SecondStepField({ step, problem = null }: { step: SecondStep; problem?: string | null }) {
  const { way, app, recovery } = step;
  if (way === 'totp') {
    return (
      <TextField
        key="totp"
        {...app}
        error={app.error ?? problem}
        hint="認証アプリに表示された6桁"
        width="full"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
      />
    );
  }
  if (way === 'passkey') return <p>登録したパスキーで、ご本人であることを確認します。</p>;
  const bound = recovery.bind('otp');
  return (
    <TextField
      key="recovery"
      {...bound}
      error={bound.error ?? problem}
      hint="保管したコードのうち、まだ使っていないもの"
      width="full"
      autoFocus
    />
  );
}

export const submitLabel = ({ way }: SecondStep) => (way === 'passkey' ? 'パスキーを使う' : '確認');

export function OtherFactors({ step, children }: { step: SecondStep; children?: ReactNode }) {
  const { way, factors, isBusy, setWay, byPasskey } = step;
  const isOther = (factor: Factor) => way !== factor && factors.includes(factor);
  return (
    <Stack gap="2">
      {isOther('passkey') && (
        <Button disabled={isBusy} onClick={byPasskey}>
          <Icon name="key" />
          パスキーを使う
        </Button>
      )}
      {isOther('totp') && (
        <Button kind="quiet" disabled={isBusy} onClick={() => setWay('totp')}>
          認証コードを使う
        </Button>
      )}
      {isOther('recovery') && (
        <Button kind="quiet" disabled={isBusy} onClick={() => setWay('recovery')}>
          リカバリーコードを使う
        </Button>
      )}
      {children}
    </Stack>
  );
}

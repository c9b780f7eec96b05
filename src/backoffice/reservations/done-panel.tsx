// What is read out to the caller: the number in groups of three, who, when, what, and which mails go out.
import { inThrees } from '#backoffice/shared/names.ts';
import { MAIL_KIND_WORDS, type MailKind } from '#domain/mail/mail-kinds.ts';
import { Muted, Stack } from '#web/ui/layout.tsx';
import styles from './done-panel.module.css';

export interface Booked {
  number: number;
  name: string;
  /** 2026/11/25（水）9:00 */
  when: string;
  course: string;
  status?: string;
  /** Null where it is not read out, as the client wants no prices to be seen. */
  amount: string | null;
  mail: string;
  mailKinds: readonly MailKind[];
}

const wordOf = (kind: MailKind) => MAIL_KIND_WORDS[kind].replace(/（.*）$/, '');

export function describeMails({ mail, mailKinds }: Pick<Booked, 'mail' | 'mailKinds'>): string[] {
  const about = mailKinds.filter((kind) => kind !== 'password');
  if (mailKinds.length === 0) return ['メールは送りません'];
  return [
    ...(about.length > 0 ? [`${mail} へ${about.map((kind) => `「${wordOf(kind)}」`).join('')}を送ります`] : []),
    ...(mailKinds.includes('password') ? ['マイページのご案内も送ります'] : []),
  ];
}

export function DonePanel({ booked }: { booked: Booked }) {
  const rows = [
    ['受診者', `${booked.name} 様`],
    ['受診日', booked.when],
    ['コース', booked.course],
    ...(booked.status === undefined ? [] : [['予約状況', booked.status]]),
    ...(booked.amount === null ? [] : [['合計', `${booked.amount}（税込）`]]),
    ['メール', describeMails(booked).join('\n')],
  ];
  return (
    <Stack gap="2">
      <Muted>予約番号（3桁ずつ読み上げてください）</Muted>
      <p className={styles.number}>{inThrees(booked.number)}</p>
      <dl className={styles.facts}>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd data-main={label === '受診者' || label === '受診日' ? '' : undefined}>{value}</dd>
          </div>
        ))}
      </dl>
    </Stack>
  );
}

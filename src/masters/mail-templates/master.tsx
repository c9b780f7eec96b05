// The mail templates master as the shared screens need it.
import { useNavigate } from 'react-router';
import { BUILT_IN_MAILS, BUILT_IN_REQUESTS } from '#domain/mail/built-in-mails.ts';
import { TEMPLATE_KIND_WORDS } from '#domain/mail/mail-kinds.ts';
import { MASTERS } from '#web/addresses.ts';
import { defineMaster, type Rows } from '#web/master-screens/master.ts';
import { beginWith } from '#web/master-screens/next-registration.ts';
import { Button } from '#web/ui/button.tsx';
import { EMPTY_MARK } from '#web/ui/empty-mark.ts';
import { KIND_ORDER, type Kind, lookUpForMailTemplate, mailTemplateCalls } from './contract.ts';
import { clientName, courseName, MailEditor } from './mail-editor.tsx';
import styles from './master.module.css';

/** A client or a course, by code and name; without one the template holds for all. */
const codeAndName = (code: string | null, name: string) => (code === null ? 'すべて' : `${code} ${name}`.trim());
const addresses = (row: { sender: string; replyTo: string; bcc: string }) =>
  [row.sender, row.replyTo, row.bcc].map((address) => address || EMPTY_MARK).join(' / ');
/** Most replies go back to the sender. */
const shortAddresses = (row: Parameters<typeof addresses>[0]) =>
  addresses({ ...row, replyTo: row.replyTo === row.sender ? '〃' : row.replyTo });

export const master = defineMaster({
  addresses: MASTERS.mails,
  ...mailTemplateCalls,
  lookup: lookUpForMailTemplate,
  nameOf: ({ kind, title }) => `${TEMPLATE_KIND_WORDS[kind]} ${title}`,
  columns: [
    { label: '分類', text: ({ kind }) => TEMPLATE_KIND_WORDS[kind] },
    { label: '件名', text: ({ title }) => title, cut: 24 },
    {
      label: 'クライアント',
      text: ({ clientCode, clientName }) => codeAndName(clientCode, clientName),
      cut: 18,
    },
    {
      label: 'コース',
      text: ({ courseCode, courseName }) => codeAndName(courseCode, courseName),
      cut: 14,
    },
    { label: '送信元 / 返信先 / BCC', text: addresses, render: shortAddresses, cut: 19 },
  ],
  runsOn: ['clientCode'],
  FormRows: MailEditor,
  ListFoot: StandardMails,
  describe: (value, lookups) => ({
    分類: TEMPLATE_KIND_WORDS[value.kind],
    クライアント: clientName(lookups, value.clientCode ?? ''),
    コース: courseName(lookups, value.clientCode ?? '', value.courseCode ?? ''),
    件名: value.title,
    本文: value.body,
    送信元: value.sender,
    返信先: value.replyTo,
    BCC: value.bcc,
  }),
  texts: { updated: '更新しました。', registered: '登録完了しました。' },
});

type Row = Rows<typeof mailTemplateCalls.list>;

const BOOKED_WITH = '予約のときのメールアドレス';

/** A kind's name says who acts, which is easily taken for who is written to. */
const KINDS: Readonly<Record<Kind, { to: string; when: string }>> = {
  password: {
    to: 'マイページのメールアドレス',
    when: 'はじめて予約した方にパスワードを知らせるとき、パスワードを再発行したとき',
  },
  booked: { to: BOOKED_WITH, when: '受診者が予約を申し込んだとき' },
  confirmed: { to: BOOKED_WITH, when: '職員が予約確認済に更新し、通知メールの送信を選んだとき' },
  changed_by_examinee: { to: BOOKED_WITH, when: '受診者がマイページで予約を変更したとき' },
  changed_by_staff: { to: BOOKED_WITH, when: '職員が受診日・受付時間を変更し、通知メールの送信を選んだとき' },
  cancelled_by_examinee: { to: BOOKED_WITH, when: '受診者がマイページで予約をキャンセルしたとき' },
  cancel_confirmed: { to: BOOKED_WITH, when: '職員が取消確認済に更新し、通知メールの送信を選んだとき' },
  reminder: { to: BOOKED_WITH, when: '受診日の前。何日前かは、クライアントマスタで決めます（0日は送信しません）' },
  promotion: {
    to: BOOKED_WITH,
    when: '受診のあと、案内メールを希望し、次の予約がない方へ。何か月後かは、クライアントマスタで決めます（0か月は送信しません）',
  },
};

function stateOf(rows: readonly Row[], kind: Kind): { word: string; isStandard: boolean } {
  const own = rows.filter((row) => row.kind === kind);
  if (own.some(({ clientCode }) => clientCode === null)) return { word: '登録した文面で送信', isStandard: false };
  if (own.length > 0) return { word: '一部だけ登録。ほかは標準文', isStandard: true };
  return { word: '標準文で送信', isStandard: true };
}

function StandardMails({ list: { rows } }: { list: { rows: Row[] } }) {
  const navigate = useNavigate();
  /** Most institutions send everything from one address. */
  const { sender = '', replyTo = '' } = rows[0] ?? {};
  const start = (kind: Kind) =>
    navigate(MASTERS.mails.register, { state: beginWith({ kind, ...BUILT_IN_MAILS[kind], sender, replyTo }) });
  return (
    <section className={styles.standard} aria-labelledby="standard-mails">
      <h2 id="standard-mails">メールの種類と標準文</h2>
      <p>
        メールは9種類あり、どれも受診者に届きます。テンプレートを登録していない種類は、標準文のまま送られます。標準文の送信元は、システムのアドレスです。
      </p>
      <ul>
        {KIND_ORDER.map((kind) => {
          const { to, when } = KINDS[kind];
          const { word, isStandard } = stateOf(rows, kind);
          return (
            <li key={kind}>
              <h3>{TEMPLATE_KIND_WORDS[kind]}</h3>
              <dl>
                <dt>宛先</dt>
                <dd>受診者（{to}）</dd>
                <dt>いつ</dt>
                <dd>{when}</dd>
              </dl>
              <p className={styles.state} data-standard={isStandard ? '' : undefined}>
                {word}
              </p>
              <Button aria-label={`これを元に作る（${TEMPLATE_KIND_WORDS[kind]}）`} onClick={() => start(kind)}>
                これを元に作る
              </Button>
              <details>
                <summary>
                  <span className="visually-hidden">{TEMPLATE_KIND_WORDS[kind]}の</span>標準文を見る
                </summary>
                <Text {...BUILT_IN_MAILS[kind]} />
                {BUILT_IN_REQUESTS[kind] && (
                  <>
                    <h4>希望予約（職員が確認するまで確定しない予約）のとき</h4>
                    <Text {...BUILT_IN_REQUESTS[kind]} />
                  </>
                )}
              </details>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Text({ title, body }: { title: string; body: string }) {
  return (
    <div className={styles.text}>
      <p>件名：{title}</p>
      <p>{body}</p>
    </div>
  );
}

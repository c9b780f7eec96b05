// Passwords: an own one in place of the present one, and another one for who has forgotten theirs.
import { countCharacters } from '#domain/text/characters.ts';
import { call } from '#wire/call.ts';
import type { Field } from '#wire/field.ts';
import { dateSelects, digits, integer, mailAddress, many, password, text } from '#wire/fields.ts';
import { record } from '#wire/record.ts';

const [SHORTEST, LONGEST] = [8, 65];

/** What it is made of is looked at before how long it is. */
function ownPassword(code: string, label: string): Field<string> {
  const made = password(code, label, { max: undefined });
  function findProblem(value: string): string | null {
    const problems: string[] = [];
    made.parse(value, (sentence) => problems.push(sentence));
    const length = countCharacters(value);
    if (length < SHORTEST) problems.push(`${label}は${SHORTEST}桁以上で入力ください。`);
    if (length > LONGEST) problems.push(`${label}は${LONGEST}桁以下で入力ください。`);
    return problems[0] ?? null;
  }
  return {
    ...made,
    meanings: [{ code, label, type: `text, required, ${SHORTEST} to ${LONGEST} characters` }],
    parse(draft, say) {
      const problem = findProblem(draft);
      if (problem) say(problem);
      return draft;
    },
    sample: {
      kind: 'text',
      max: LONGEST,
      required: true,
      multiline: false,
      accepts: (value) => findProblem(value) === null,
    },
  };
}

const [NEXT, AGAIN] = ['新しいパスワード', '新しいパスワード（確認用）'];

/** The form, which the screen checks by the same rules. */
export const passwordForm = record({
  current: password('currentPassword', '現在のパスワード'),
  next: ownPassword('newPassword', NEXT),
  again: ownPassword('newPasswordEx', AGAIN),
}).rule(({ next, again }, say) => {
  // About both: it is told also where one of them is wrong by itself.
  if (next !== again) say('again', `${NEXT}と${AGAIN}に入力されている内容が相違しています。`, ['match']);
});

export const changePasswordCall = call({
  path: '/api/CommonChangePassword/ChangePassword',
  who: 'examinee',
  // A wrong try leaves its trace, so nothing may be rolled back.
  effect: 'tries',
  request: passwordForm,
  failures: { Invalid: 14 },
});

const institution = { institutionCode: digits('ircd', '医療機関コード', { required: true, exact: 8 }) };

export const openForgotten = call({
  path: '/api/CommonForgetPassword/FirstDisplay',
  who: 'anyone',
  effect: 'read',
  anonymous: true,
  request: record(institution),
  reply: record({
    birthYears: many('listBirthYear', '生年', integer('listBirthYear', '生年', { max: 9999 })),
    institutionName: text('irnm', '医療機関名'),
  }),
});

export const forgottenForm = record({
  mail: mailAddress('email', 'メールアドレス', { required: true }),
  birthDate: dateSelects({ year: 'btdyYear', month: 'btdyMonth', day: 'btdyDate' }, '生年月日', { required: true }),
});

export const reissueCall = call({
  path: '/api/CommonForgetPassword/ReissuePassword',
  who: 'anyone',
  effect: 'tries',
  anonymous: true,
  request: record({ ...institution, ...forgottenForm.fields }),
});

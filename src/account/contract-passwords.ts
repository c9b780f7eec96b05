// The forms in which people choose a password of their own, on both sides.
import { countCharacters } from '#domain/text/characters.ts';
import type { Field } from '#wire/field.ts';
import { record } from '#wire/record.ts';
import type { Rule } from '#wire/rules.ts';
import { password } from '#wire/texts.ts';

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
    parse(draft, report) {
      const problem = findProblem(draft);
      if (problem) report(problem);
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

/** A new one, twice. Take `checkSamePassword` along as a rule of the record. */
export const newPasswordFields = {
  next: ownPassword('newPassword', NEXT),
  again: ownPassword('newPasswordEx', AGAIN),
};

/** About both: it is reported also where one of them is wrong by itself. */
export const checkSamePassword: Rule<{ next: string; again: string }> = ({ next, again }, report) => {
  if (next !== again) report('again', `${NEXT}と${AGAIN}に入力されている内容が相違しています。`, ['match']);
};

export const passwordForm = record({
  current: password('currentPassword', '現在のパスワード'),
  ...newPasswordFields,
}).rule(checkSamePassword);

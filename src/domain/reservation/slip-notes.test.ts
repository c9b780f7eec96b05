// What a slip tells whom it is printed for.
import { expect, test } from 'vitest';
import { slipNotes } from './slip-notes.ts';

const BOOKED = { status: 'new', desired: false, origin: 'web', mail: 'hanako@example.jp' } as const;
const TEXTS = {
  slipNotes: ['前日は21時以降のお食事をお控えください。', ' '],
  courseNotes: ['確認メールをお送りしました。'],
};
const OWN = '前日は21時以降のお食事をお控えください。';
const WEB = '確認メールをお送りしました。';
const SURE = 'ご予約は確定しています。';
const ASKED = 'お申し込み中です（まだ確定していません）。確定のご連絡をお待ちください。';
const BY_PHONE = '予約の変更・キャンセルは、お電話でご連絡ください。';

test.each<[string, Partial<Parameters<typeof slipNotes>[0]>, string[]]>([
  ['booked on the web', {}, [OWN, WEB]],
  ['confirmed', { status: 'confirmed' }, [SURE, OWN, WEB]],
  ['handed over by a partner', { origin: 'partner' }, [OWN, WEB]],
  ['a request', { desired: true }, [ASKED, OWN, WEB]],
  ['a request that was changed', { desired: true, status: 'changed' }, [ASKED, OWN, WEB]],
  ['a request that is confirmed', { desired: true, status: 'confirmed' }, [SURE, OWN, BY_PHONE]],
  ['booked at the counter', { origin: 'counter', status: 'confirmed' }, [SURE, OWN, BY_PHONE]],
  ['booked by telephone', { origin: 'phone', status: 'confirmed' }, [SURE, OWN, BY_PHONE]],
  ['without a mail address', { mail: '' }, [OWN, BY_PHONE]],
  ['a request by telephone', { origin: 'phone', mail: '', desired: true }, [ASKED, OWN, BY_PHONE]],
])('%s', (_, more, notes) => {
  expect(slipNotes({ ...BOOKED, ...TEXTS, ...more })).toEqual(notes);
});

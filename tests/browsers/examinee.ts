// What examinees do: book as a guest, and at my page change the day, set a password and call it off.
import { type BookedGuest, newMail } from '#tests/kit/booked-guest.ts';
import type { Journey, Walk } from './journey.ts';
import { article, button, dialog, field, h1, navigation, note, type Page, text } from './page.ts';

const OWN_PASSWORD = 'Kawasemi#2026';

async function chooseBirthDate(page: Page, year: number, month: number, day: number): Promise<void> {
  await page.choose(field('生年月日（年）'), String(year));
  await page.choose(field('生年月日（月）'), String(month));
  await page.choose(field('生年月日（日）'), String(day));
}

/** A day that can be booked, each run another, and its first time. */
async function chooseVisit({ page, turn }: Walk): Promise<void> {
  await page.see(h1('日時選択'));
  const days = button(/空きあり$|お申し込みできます$/);
  const { count } = await page.see(days);
  await page.click({ ...days, at: turn % count });
  await page.check(field(/^\d+:\d\d$/));
  await page.look('day');
  await page.click(button(/情報入力へ/));
  await page.see(h1('お客様情報入力'));
}

async function confirm(page: Page, act: string): Promise<string> {
  await page.click(button('入力内容を確認する'));
  await page.see(h1('予約情報確認'));
  await page.see(text('お客様情報'));
  await page.look('confirmation');
  await page.click(button(act));
  await page.see(dialog(null, { holding: 'この内容で予約しますか？' }));
  await page.click(button('送信'));
  await page.at(/CommonReserveResult/);
  return (await page.see(text(/^\d{9}$/))).text;
}

const bookAsGuest: Journey = {
  name: 'a guest books',
  async walk(walk) {
    const { page } = walk;
    const mail = newMail();
    await page.goTo('/CommonTop/demo');
    await page.see(button(/^個人で予約する/));
    await page.look('top');
    await page.click(button(/^個人で予約する/));
    await page.see(h1('コース選択'));
    const dock = article('一日人間ドック');
    await page.see(dock);
    await page.look('courses');
    await page.click(button('このコースを選ぶ', { within: dock }));
    await chooseBirthDate(page, 1974, 6, 12);
    await page.check(field('女性'));
    await page.click(button(/^オプションを選ぶ/));

    await page.see(h1('オプション選択'));
    await page.see(field(/^胃部X線/), ({ isChecked }) => isChecked, 'to be chosen already');
    await page.check(field(/^胃内視鏡\(経鼻\)/));
    await page.check(field(/^骨密度/));
    await page.see(text('51,700円'));
    await page.look('options');
    await page.click(button(/^日程を選ぶ/));
    await chooseVisit(walk);

    await page.fill(field('姓'), '　健診');
    await page.fill(field('名'), '太郎');
    await page.fill(field('セイ'), 'けんしん');
    await page.fill(field('メイ'), 'タロウ');
    await page.shows(field('セイ'), 'ケンシン');
    await page.shows(field('姓'), '健診');
    await page.fill(field('郵便番号（前3桁）'), '１００－０００１');
    await page.click(button('住所検索'));
    await page.see(text('郵便番号から住所を入力しました'));
    await page.shows(field('郵便番号（後4桁）'), '0001');
    await page.shows(field('都道府県'), '東京都');
    await page.fill(field('番地・建物名'), '千代田1-1');
    await page.fill(field('電話番号'), '０９０－００００－１２３４');
    await page.fill(field('メールアドレス'), mail);
    await page.fill(field('メールアドレス（確認用）'), mail);
    await page.check(field(/同意する$/));
    await page.look('person');
    await confirm(page, '予約する');
    await page.see(h1('予約確定'));
    await page.look('result');
  },
};

async function logIn(page: Page, mail: string, password: string): Promise<void> {
  await page.goTo('/CommonLogin/demo');
  await page.see(h1('ログイン'));
  await page.fill(field('メールアドレス'), mail);
  await page.fill(field('パスワード'), password);
  await page.look('log-in');
  await page.click(button('マイページにログイン'));
  await page.see(h1('マイページ'));
}

const card = ({ number }: Pick<BookedGuest, 'number'>) => article(null, { holding: `予約番号 ${number}` });

const changeDay: Journey = {
  name: 'my page: another day',
  async walk(walk) {
    const { page } = walk;
    const booked = await walk.bookGuest();
    await logIn(page, booked.mail, booked.password);
    await page.see(card(booked));
    await page.look('my-page');
    await page.click(button('予約を変更', { within: card(booked) }));
    await page.see(h1('コース選択'));
    await page.see(text(`予約番号 ${booked.number} のご予約を変更しています。`));
    await page.click(button('このコースを選ぶ', { within: article('一日人間ドック') }));
    await page.see(h1('オプション選択'));
    await page.click(button(/^日程を選ぶ/));
    await chooseVisit(walk);
    await page.fill(field('備考'), '車で伺います。');
    await page.fill(field('メールアドレス（確認用）'), booked.mail);
    await page.check(field(/同意する$/));
    const changed = Number(await confirm(page, '変更する'));
    await page.see(h1('ご予約の変更を受け付けました'));
    await page.look('changed');
    await page.click(button('マイページへ'));
    await page.see(card({ number: changed }));
    await page.gone(card(booked));
  },
};

const leave: Journey = {
  name: 'my page: own password, calling off',
  async walk({ page, bookGuest }) {
    const booked = await bookGuest();
    await logIn(page, booked.mail, booked.password);
    await page.see(note(null, { holding: 'ご自分のパスワードに変更してください。' }));
    await page.click(button(/^MENU/));
    await page.click(button('パスワード変更', { within: navigation('メニュー') }));
    await page.see(h1('パスワード変更'));
    await page.fill(field('現在のパスワード'), booked.password);
    await page.fill(field('新しいパスワード'), OWN_PASSWORD);
    await page.fill(field('新しいパスワード（確認用）'), OWN_PASSWORD);
    await page.look('password');
    await page.click(button('設定する'));
    await page.click(button('変更する', { within: dialog() }));
    await page.see(text('パスワードを変更しました。'));

    await logIn(page, booked.mail, OWN_PASSWORD);
    await page.click(button('予約をキャンセル', { within: card(booked) }));
    await page.see(h1('予約のキャンセル'));
    await page.see(text(booked.mail));
    await page.look('cancel');
    await page.click(button('キャンセルする'));
    await page.click(button('キャンセルする', { within: dialog() }));
    await page.see(h1('キャンセル完了'));
    await page.see(text(`予約番号 ${booked.number} のキャンセルを受け付けました。`));
    await page.look('cancelled');
    await page.click(button('マイページへ戻る'));
    await page.see(h1('マイページ'));
    await page.gone(card(booked));
  },
};

export const examineeJourneys = [bookAsGuest, changeDay, leave];

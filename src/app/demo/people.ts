// Makes up the demo's examinees so that a given course suits them: common Japanese names with their readings, and towns that do not exist.
import type { Course } from '#app/template/catalogue.ts';
import type { Columns } from '#booking/records/reservation-columns.ts';
import { dateParts, makeDate, type PlainDate } from '#domain/calendar/plain-date.ts';
import { ageDay, ageOn } from '#domain/offer/age.ts';
import type { Sex } from '#domain/offer/conditions.ts';
import { INDIVIDUAL, NO_INSURER_NUMBER } from '#domain/offer/sentinels.ts';
import type { PersonData } from '#domain/reservation/person.ts';
import { CATEGORIES, CLIENTS, type Client, FOODS, MACHINERY, NATIONAL } from './masters.ts';
import type { Random } from './random.ts';

interface Name {
  written: string;
  kana: string;
  /** for mail addresses */
  latin: string;
}

function names(text: string): Name[] {
  return text
    .trim()
    .split(/\s*\n\s*|\s*,\s*/)
    .map((entry) => {
      const [written, kana, latin] = entry.split(' ');
      return { written: written!, kana: kana!, latin: latin! };
    });
}

const FAMILY_NAMES = names(`
  佐藤 サトウ sato, 鈴木 スズキ suzuki, 高橋 タカハシ takahashi, 田中 タナカ tanaka, 伊藤 イトウ ito
  渡辺 ワタナベ watanabe, 山本 ヤマモト yamamoto, 中村 ナカムラ nakamura, 小林 コバヤシ kobayashi, 加藤 カトウ kato
  吉田 ヨシダ yoshida, 山田 ヤマダ yamada, 佐々木 ササキ sasaki, 山口 ヤマグチ yamaguchi, 松本 マツモト matsumoto
  井上 イノウエ inoue, 木村 キムラ kimura, 林 ハヤシ hayashi, 斎藤 サイトウ saito, 清水 シミズ shimizu
  山崎 ヤマザキ yamazaki, 森 モリ mori, 池田 イケダ ikeda, 橋本 ハシモト hashimoto, 阿部 アベ abe
  石川 イシカワ ishikawa, 山下 ヤマシタ yamashita, 中島 ナカジマ nakajima, 石井 イシイ ishii, 小川 オガワ ogawa
  前田 マエダ maeda, 岡田 オカダ okada, 長谷川 ハセガワ hasegawa, 藤田 フジタ fujita, 後藤 ゴトウ goto
  近藤 コンドウ kondo, 村上 ムラカミ murakami, 遠藤 エンドウ endo, 青木 アオキ aoki, 坂本 サカモト sakamoto
  福田 フクダ fukuda, 太田 オオタ ota, 西村 ニシムラ nishimura, 藤井 フジイ fujii, 金子 カネコ kaneko
  岡本 オカモト okamoto, 中野 ナカノ nakano, 原田 ハラダ harada, 松田 マツダ matsuda, 竹内 タケウチ takeuchi
  小野 オノ ono, 田村 タムラ tamura, 中山 ナカヤマ nakayama, 和田 ワダ wada, 石田 イシダ ishida
  森田 モリタ morita, 上田 ウエダ ueda, 原 ハラ hara, 内田 ウチダ uchida, 柴田 シバタ shibata
  酒井 サカイ sakai, 宮崎 ミヤザキ miyazaki, 横山 ヨコヤマ yokoyama, 高木 タカギ takagi, 安藤 アンドウ ando
  大野 オオノ ono, 今井 イマイ imai, 河野 コウノ kono, 丸山 マルヤマ maruyama, 杉山 スギヤマ sugiyama`);

const MALE_NAMES = names(`
  誠 マコト makoto, 浩 ヒロシ hiroshi, 健一 ケンイチ kenichi, 隆 タカシ takashi, 修 オサム osamu
  豊 ユタカ yutaka, 直樹 ナオキ naoki, 哲也 テツヤ tetsuya, 和彦 カズヒコ kazuhiko, 剛 ツヨシ tsuyoshi
  学 マナブ manabu, 大輔 ダイスケ daisuke, 健太 ケンタ kenta, 翔太 ショウタ shota, 拓也 タクヤ takuya
  達也 タツヤ tatsuya, 雄一 ユウイチ yuichi, 洋平 ヨウヘイ yohei, 亮 リョウ ryo, 慎也 シンヤ shinya
  康弘 ヤスヒロ yasuhiro, 正樹 マサキ masaki, 秀明 ヒデアキ hideaki, 俊介 シュンスケ shunsuke, 智也 トモヤ tomoya
  孝之 タカユキ takayuki, 信夫 ノブオ nobuo, 幸男 ユキオ yukio, 良平 リョウヘイ ryohei, 一郎 イチロウ ichiro`);

const FEMALE_NAMES = names(`
  恵子 ケイコ keiko, 由美子 ユミコ yumiko, 明美 アケミ akemi, 陽子 ヨウコ yoko, 真由美 マユミ mayumi
  久美子 クミコ kumiko, 智子 トモコ tomoko, 裕子 ユウコ yuko, 香織 カオリ kaori, 直美 ナオミ naomi
  美穂 ミホ miho, 恵美 エミ emi, 純子 ジュンコ junko, 典子 ノリコ noriko, 千春 チハル chiharu
  麻衣 マイ mai, 愛 アイ ai, 彩 アヤ aya, 美咲 ミサキ misaki, 沙織 サオリ saori
  里美 サトミ satomi, 優子 ユウコ yuko, 奈々 ナナ nana, 綾子 アヤコ ayako, 理恵 リエ rie
  葵 アオイ aoi, 遥 ハルカ haruka, 幸恵 ユキエ yukie, 和子 カズコ kazuko, 早苗 サナエ sanae`);

/** Real cities with the postal code that stands for "none of the towns listed", and invented towns. */
const TOWNS = [
  { postalCode: '2310000', city: '横浜市中区', town: '汐見の丘' },
  { postalCode: '2310000', city: '横浜市中区', town: '灯台通' },
  { postalCode: '2200000', city: '横浜市西区', town: '帆布町' },
  { postalCode: '2320000', city: '横浜市南区', town: '桜葉町' },
  { postalCode: '2350000', city: '横浜市磯子区', town: '千鳥浜' },
  { postalCode: '2210000', city: '横浜市神奈川区', town: '東雲台' },
  { postalCode: '2220000', city: '横浜市港北区', town: '若緑が丘' },
  { postalCode: '2440000', city: '横浜市戸塚区', town: '風早町' },
  { postalCode: '2110000', city: '川崎市中原区', town: '白鷺野' },
  { postalCode: '2480000', city: '鎌倉市', town: '貝寄台' },
  { postalCode: '2510000', city: '藤沢市', town: '松風が浜' },
  { postalCode: '2380000', city: '横須賀市', town: '波見坂' },
];

const BUILDINGS = ['汐風ハイツ', 'コーポ若葉', 'グリーンテラス', '丘の上レジデンス', 'メゾン千鳥', 'サンコート東雲'];

export const STAFF_MEMOS = [
  '到着が5分ほど遅れるとのこと。',
  'ご家族が付き添われます。',
  '採血は横になって行う。',
  '問診票を再送済み。',
  '領収書の宛名は会社名を希望。',
  '耳が遠い方。ゆっくりお話しする。',
  '次回の案内は電話で希望。',
];

/** What is known of people, whatever they come for. */
export const PERSON_NOTES = [
  '車いすで来院。エレベーター側の更衣室へ案内する。',
  '採血で気分が悪くなったことがある。横になって行う。',
  '右耳が遠い。左側からゆっくりお話しする。',
  '胃カメラは鼻からを希望。前回は麻酔が効きにくかった。',
  '案内は娘さんの電話へ。ご本人は日中つながりにくい。',
  '英語での案内を希望。問診票は英語版を渡す。',
];

export const REMARKS = [
  'できるだけ早く終わるとありがたいです。',
  '車で伺います。駐車場の場所を教えてください。',
  '採血で気分が悪くなったことがあります。',
  '妻と一緒に受診します。',
  '問診票は会社宛てではなく自宅に送ってください。',
  '女性の技師の方を希望します。',
  '昨年の結果との比較をお願いします。',
  '車いすを利用しています。',
];

/** Somebody with a row in both tables; the mail is also the key of the account that books for them. */
export type DemoPerson = Columns<Omit<PersonData, 'remarks'> & { birthDate: PlainDate; sex: Sex }>;

/** What people enter; with valid check digits, and nobody's in real life. */
const INSURERS: Record<string, string> = {
  [MACHINERY]: '06990014',
  [NATIONAL]: '01990019',
  [FOODS]: NO_INSURER_NUMBER,
};

const COMPANIES: Record<string, string[]> = {
  [MACHINERY]: ['東丘精機株式会社', '東丘精機販売株式会社', '東丘ロジスティクス株式会社'],
  [NATIONAL]: ['有限会社波見坂印刷', '株式会社灯台通設計', '千鳥浜運輸株式会社', '株式会社若緑ソフト'],
  [FOODS]: ['白鷺野食品株式会社'],
};

export const clientOf = (clientCode: string): Client =>
  CLIENTS.find((client) => client.client_code === clientCode) as Client;

export function countedAge(clientCode: string, birthDate: PlainDate, fiscalYear: number, visitDate: PlainDate): number {
  return ageOn(birthDate, countingDay(clientCode, fiscalYear, visitDate));
}

function countingDay(clientCode: string, fiscalYear: number, visitDate: PlainDate): PlainDate {
  const { age_basis: basis, age_month: month, age_day: day } = clientOf(clientCode);
  return ageDay({ basis, month, day }, fiscalYear, visitDate);
}

export function makePeople(random: Random) {
  const takenMails = new Set<string>();
  const digits = (count: number) => String(random.between(0, 10 ** count - 1)).padStart(count, '0');

  function freeMail(local: string): string {
    let mail = `${local}@example.jp`;
    for (let number = 2; takenMails.has(mail); number++) mail = `${local}${number}@example.jp`;
    takenMails.add(mail);
    return mail;
  }

  function birthDate(age: number, day: PlainDate): PlainDate {
    const { year } = dateParts(day);
    const [month, dayOfMonth] = [random.between(1, 12), random.between(1, 28)];
    const date = makeDate(year - age, month, dayOfMonth)!;
    return ageOn(date, day) === age ? date : makeDate(year - age - 1, month, dayOfMonth)!;
  }

  function address() {
    const { postalCode, city, town } = random.pick(TOWNS);
    const lot = `${town}${random.between(1, 5)}-${random.between(1, 28)}-${random.between(1, 20)}`;
    const room = random.chance(0.4) ? ` ${random.pick(BUILDINGS)}${random.between(1, 9)}0${random.between(1, 8)}` : '';
    return { postal_code: postalCode, prefecture: '神奈川県', city, street: lot + room };
  }

  function forCourse(course: Course, fiscalYear: number, visitDate: PlainDate): DemoPerson {
    // The insured themselves are most of those who come, and most of the visitors are in their forties and fifties.
    const price = random.pickWeighted(
      course.prices.map((row) => ({
        row,
        weight: (row.ageTo - row.ageFrom + 1) * (row.categoryCode === '01' || row.categoryCode === null ? 4 : 1),
      })),
    ).row;
    const middle = (random.next() + random.next()) / 2;
    const [from, to] = [Math.max(price.ageFrom, 20), Math.min(price.ageTo, 78)];
    const age = Math.min(to, from + Math.floor(middle * (to - from + 1)));
    const sex = price.sex ?? (random.chance(0.47) ? 'female' : 'male');
    const family = random.pick(FAMILY_NAMES);
    const given = random.pick(sex === 'female' ? FEMALE_NAMES : MALE_NAMES);
    const own = course.clientCode === INDIVIDUAL;
    const categories = CATEGORIES.filter(({ clientCode }) => clientCode === course.clientCode);
    const category = price.categoryCode ?? (own ? null : random.pick(categories).categoryCode);
    const employed = !own && (course.clientCode === FOODS || category === '01');
    return {
      mail: freeMail(`${given.latin}.${family.latin}`),
      family_name: family.written,
      given_name: given.written,
      family_kana: family.kana,
      given_kana: given.kana,
      birth_date: birthDate(age, countingDay(course.clientCode, fiscalYear, visitDate)),
      sex,
      ...address(),
      phone: random.chance(0.7) ? `090-0000-${digits(4)}` : `045-000-${digits(4)}`,
      client_code: course.clientCode,
      category_code: category,
      insurer_number: INSURERS[course.clientCode] ?? '',
      card_symbol: own ? '' : String(random.between(10, 999)),
      card_number: own ? '' : String(random.between(100, 99_999)),
      company_name: employed ? random.pick(COMPANIES[course.clientCode]!) : '',
      employee_number: employed && course.clientCode !== NATIONAL ? digits(6) : '',
      // Insurance bookings always say yes.
      accepts_mail: !own || random.chance(0.8),
    };
  }

  function spouseOf(person: DemoPerson, spouseCategory: string | null): DemoPerson {
    const sex = person.sex === 'male' ? 'female' : 'male';
    const given = random.pick(sex === 'female' ? FEMALE_NAMES : MALE_NAMES);
    const { year, month } = dateParts(person.birth_date);
    return {
      ...person,
      given_name: given.written,
      given_kana: given.kana,
      sex,
      birth_date: makeDate(year + random.between(-4, 4), ((month + 4) % 12) + 1, random.between(1, 28))!,
      category_code: spouseCategory,
      company_name: '',
      employee_number: '',
    };
  }

  return { forCourse, spouseOf };
}

// People with the names that people have: the n-th of any institution, the same in every run. Every fortieth is a 佐藤.
import { addDays, type PlainDate } from '#domain/calendar/plain-date.ts';

const FAMILIES = [
  '佐藤サトウ 鈴木スズキ 高橋タカハシ 田中タナカ 伊藤イトウ 渡辺ワタナベ 山本ヤマモト 中村ナカムラ 小林コバヤシ 加藤カトウ',
  '吉田ヨシダ 山田ヤマダ 佐々木ササキ 山口ヤマグチ 松本マツモト 井上イノウエ 木村キムラ 林ハヤシ 斎藤サイトウ 清水シミズ',
  '山崎ヤマザキ 森モリ 池田イケダ 橋本ハシモト 阿部アベ 石川イシカワ 山下ヤマシタ 中島ナカジマ 石井イシイ 小川オガワ',
  '前田マエダ 岡田オカダ 長谷川ハセガワ 藤田フジタ 後藤ゴトウ 近藤コンドウ 村上ムラカミ 遠藤エンドウ 青木アオキ 坂本サカモト',
];
const GIVEN = [
  '愛アイ 葵アオイ 明アキラ 亜希子アキコ 綾アヤ 一郎イチロウ 恵美エミ 修オサム 薫カオル 和子カズコ 勝カツ 清キヨシ 健一ケンイチ',
  '幸子サチコ 茂シゲル 進ススム 隆タカシ 武タケシ 千尋チヒロ 勉ツトム 直美ナオミ 望ノゾミ 花子ハナコ 弘ヒロシ 真由美マユミ 誠マコト',
  '実ミノル 恵メグミ 裕子ユウコ 洋子ヨウコ 亮リョウ',
];

interface Name {
  written: string;
  spoken: string;
}

const namesIn = (lines: readonly string[]): Name[] =>
  lines
    .flatMap((line) => line.split(' '))
    .map((name) => {
      const written = /^[^ァ-ヶー]+/.exec(name)?.[0] ?? '';
      return { written, spoken: name.slice(written.length) };
    });

const [families, given] = [namesIn(FAMILIES), namesIn(GIVEN)];

/** Days that people are born on; computed once, since millions of people share them. */
const BIRTHS = Array.from({ length: 25_000 }, (_, day) => addDays('1935-01-01', day));

export interface Person {
  family: Name;
  given: Name;
  birthDate: PlainDate;
  phone: string;
  mail: string;
}

export function personOf(n: number): Person {
  const digits = String(n).padStart(8, '0');
  return {
    family: families[n % families.length]!,
    given: given[Math.floor(n / families.length) % given.length]!,
    birthDate: BIRTHS[(n * 7919) % BIRTHS.length]!,
    phone: `090-${digits.slice(0, 4)}-${digits.slice(4)}`,
    mail: `p${n}@example.jp`,
  };
}

// Kanji of names that are written in several shapes (異体字): whoever types one of them looks for all.

const GROUPS = `
  辺邊邉 高髙 崎﨑嵜 斎齋斉齊 浜濱濵 沢澤 広廣 桜櫻 島嶋嶌 峰峯 富冨 吉𠮷 柳栁 徳德
  恵惠 真眞 滝瀧 竜龍 国國 館舘 曽曾 関關 黒黑 桧檜 弥彌 寿壽 栄榮 実實
  渕淵 槙槇 土圡 条條 来來 児兒 蔵藏 薮藪 桑桒 増增 瀬瀨 豊豐 穂穗 岳嶽
  園薗 万萬 与與 静靜 凛凜 遥遙 尭堯
`
  .trim()
  .split(/\s+/);

const groupOf = new Map(
  GROUPS.flatMap((group) => [...group].map((sign): [string, readonly string[]] => [sign, [...group]])),
);

/** Each of them is looked up by itself. */
const MOST_SPELLINGS = 24;

/** What a name may be written as, as it was typed first. */
export function spellingsOf(name: string, most = MOST_SPELLINGS): string[] {
  let spellings = [''];
  for (const sign of name) {
    const others = (groupOf.get(sign) ?? []).filter((other) => other !== sign);
    spellings = [sign, ...others].flatMap((shape) => spellings.map((start) => start + shape)).slice(0, most);
  }
  return spellings;
}

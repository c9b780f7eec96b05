// What an institution has to state of itself before people can book: the guide asks for it, and its form marks it.
export const NEEDED_TO_OPEN: Readonly<Record<string, string>> = {
  contractPhone: '契約窓口の電話番号',
  examAddress1: '受診会場の住所1',
  examPhone: '受診会場の電話番号',
  phoneHours: '電話受付時間',
  termsText: '利用規約',
};

// Words that people who work for a clinic, or visit one, think of first when they choose a password.

const WORDS = [
  // What is done there, and where.
  'kenshin kenshinbiyori biyori kenkou kenko kenkoushindan kenkoukanri ningendock dock',
  'byouin byoin iryou iryouhoujin shinryou shinryoujo clinic kurinikku hospital',
  'naika geka shika ganka kensa saiketsu rentogen yobou hoken hokenshou karada',
  // Who works there, and who comes.
  'sensei ishi isha kango kangoshi shokuin jimu jimukyoku uketsuke madoguchi kanja',
  'jushin jushinsha kanri kanrisha tantou tantousha',
  // What is done at the screen.
  'yoyaku yoyakukanri touroku login roguin pasuwado pasuwaado himitsu anshou shoki',
  // Flowers, places and times that clinics and wards are named after.
  'sakura himawari tanpopo ajisai momiji midori aozora egao genki arigatou',
  'nihon nippon toukyou oosaka kyouto reiwa heisei shouwa',
];

/** In small letters, and letters only: what is compared with them has neither digits nor signs. */
export const COMMON_WORDS: readonly string[] = WORDS.flatMap((words) => words.split(' '));

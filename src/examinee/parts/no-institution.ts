// What stands where an address names no institution; apart from other words, since the first page needs nothing else of them.
export const NO_INSTITUTION = '医療機関が見つかりません';
export const CHECK_ADDRESS =
  'アドレス（URL）が間違っているか、予約ページがなくなった可能性があります。医療機関からのご案内にあるアドレスを、もう一度ご確認ください。';

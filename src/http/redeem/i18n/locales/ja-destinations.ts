/** Japanese texts about destinations and age limits. */
// biome-ignore format: one text a line
export const jaDestinations = {
  'choose.country': 'お届け先の国・地域',
  'choose.countryGo': '選べる品を表示する',
  'choose.deniedIn': 'お届け対象外の地域です（{{place}}）',
  'choose.notThere': '申し訳ございません。お選びいただいた品は、ご指定の地域にはお届けできません。別の品をお選びください。すでにご入力いただいたご住所は保存されています。',
  'choose.notThereNamed_other': '申し訳ございません。{{names}}は、ご指定の地域（{{place}}）にはお届けできません。別の品をお選びください。すでにご入力いただいたご住所は保存されています。',
  'choose.leftOut_other': '{{names}}は、ご指定の地域（{{place}}）にはお届けできないため、今回の贈り物には含まれません。',
  'choose.blockedHeading': 'この地域にはお届けできません',
  'choose.blockedLead': 'ご用意した品は、いずれもご指定の地域にはお届けできません。別のお届け先をお選びになるか、{{sender}}様へお問い合わせください。',
  'choose.state': '州をお選びください。州によって、お選びいただける品が異なります。',
  'choose.age': '{{age}}歳以上の方のみ',
  'review.age': '私は{{age}}歳以上です。',
  'review.ageShipped': 'お届けの際、成人の方のご署名が必要です。身分証明書のご提示をお願いする場合があります。',
  'review.ageWhy': 'この贈り物には年齢制限があります。',
  'error.age': 'お受け取りには、年齢のご確認が必要です。',
  'error.destination_other': '{{names}}は、この地域（{{place}}）にはお届けできません。別の住所をご入力になるか、前の画面に戻って別の品をお選びください。',
  'error.destinationSurprise': 'この贈り物は、この地域にはお届けできません。別の住所をご入力ください。',
} as const

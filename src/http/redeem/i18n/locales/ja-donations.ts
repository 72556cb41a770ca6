/** Japanese texts about donations. */
// biome-ignore format: one text a line
export const jaDonations = {
  'choose.donation': '{{amount}}の寄付',
  'review.donation': '寄付の内容',
  'review.onceDonation': '確定後の変更はできません。',
  'review.cookieDonation': 'ご確定の内容をこのブラウザーに記憶するため、Cookieを1つ使用します。',
  'review.confirmDonation': '寄付する',
  'track.donated': '贈り物は寄付になりました',
  'donation.lead': '{{sender}}様が、代わりに{{charity}}へ{{amount}}を寄付します。',
  'donation.done': 'お手続きは以上です。',
  'donation.registration': '登録番号：{{number}}',
  'donation.website': '{{charity}}のウェブサイト',
  'donation.problemLead': '寄付についてのお問い合わせは、{{sender}}様へご連絡ください（お問い合わせ番号：{{reference}}）。',
  'expired.leadDonated': '{{date}}までお受け取りいただけました。代わりに、{{sender}}様が{{charity}}へ{{amount}}を寄付します。',
} as const

/** Japanese texts about changes after the confirmation. */
// biome-ignore format: one text a line
export const jaChanges = {
  'title.change': '贈り物の変更',
  'change.section': '変更をご希望ですか？',
  'change.until': '梱包が始まるまでは、贈り物とお届け先を変更できます。',
  'change.untilAddress': '梱包が始まるまでは、お届け先を変更できます。',
  'change.heading': '贈り物を変更する',
  'change.lead': '別の品をお選びください。そちらをお送りします。',
  'change.save': 'この内容で保存する',
  'change.keep': '変更しない',
  'change.required': '贈り物をお選びください。',
  'change.gone': '申し訳ございません。お選びの品はちょうど在庫がなくなりました。贈り物は変更されていません。別の品をお選びいただけます。',
  'change.proveLead': 'ご本人だけが贈り物を変更できるように、まずメールアドレスにリンクをお送りします。',
  'change.saved': '変更を保存しました。',
  'change.pending': '変更の手続きをしています。確定しましたら、メールでお知らせします。',
  'change.packing': 'ただいま梱包中のため、変更できません。',
  'change.late': '申し訳ございません。梱包が始まったため、変更できませんでした。',
  'change.busy': '送り状を準備しています。1分ほどしてから、もう一度お試しください。',
  'change.limit': '変更の回数が上限に達しました。さらに変更をご希望の場合は、{{sender}}様へご連絡ください。',
  'change.later': '確定した後も、梱包が始まるまでは贈り物とお届け先を変更できます。',
} as const

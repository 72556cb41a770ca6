/** Japanese texts about the choice of several items. */
// biome-ignore format: one text a line
export const jaSeveral = {
  'choose.headingSeveral': 'お好きな贈り物をお選びください',
  'choose.leadSeveral': '選択内容は保存されますので、ごゆっくりどうぞ。',
  'choose.upTo': '{{max}}点までお選びいただけます',
  'choose.counter': '{{max}}点中{{chosen}}点を選択中',
  'choose.full': 'すでに{{max}}点お選びいただいています。別の品を選ぶには、先にいずれかの選択を外してください。',
  'choose.requiredSeveral': '贈り物を1点以上お選びください。',
  'choose.tooMany': 'お選びいただけるのは{{max}}点までです。',
  'choose.oneVersion': '{{names}}は、種類を1つだけお選びください。',
  'choose.goneOneOfSeveral_other': '申し訳ございません。{{names}}はちょうど品切れになりました。ほかの品の選択は保存されています。別の品をお選びいただくか、このままお進みください。',
  'change.leadSeveral': 'ご希望の品をお選びください。そちらをお送りします。',
  'change.goneNamed_other': '申し訳ございません。{{names}}はちょうど在庫がなくなりました。贈り物は変更されていません。別の品をお選びいただけます。',
} as const

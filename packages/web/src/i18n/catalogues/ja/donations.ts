import type { SameTexts } from '../../text-types.ts'
import type { catalogue as german } from '../de/donations.ts'

export const catalogue: SameTexts<typeof german> = {
  '{name}: marked as paid.': '{name}を支払い済みにしました。',
  '{name}: marked as unpaid.': '{name}を未払いに戻しました。',
  'Actions for {name}, {currency}': '{name}、{currency} の操作',
  'Add a charity': '団体を追加',
  'Add a charity to the catalogue and offer it in a campaign. Recipients can then donate instead of getting a gift.':
    'カタログに団体を追加し、キャンペーンの選択肢に加えてください。受取人はギフトの代わりに寄付を選べます。',
  'All years': 'すべての年',
  'Change the year or show paid ones, too.': '年を変更するか、支払い済みも表示してください。',
  Charity: '団体',
  'Donations by month': '月別の寄付',
  'Download totals': '合計をダウンロード',
  'Everything is paid.': 'すべて支払い済みです。',
  'Have you sent {amount} to {charity}? Bestow sends no money. Donations that come later in {month} stay unpaid.':
    '{charity}に {amount} を支払いましたか？Bestow が送金することはありません。{month}にこれから発生する寄付は未払いのままです。',
  'Mark {amount} as paid': '{amount} を支払い済みにする',
  'Mark as paid': '支払い済みにする',
  'Mark as paid: {name}, {currency}': '支払い済みにする：{name}、{currency}',
  'Mark as unpaid': '未払いに戻す',
  'Mark as unpaid…': '未払いに戻す…',
  'No donations match': '該当する寄付はありません',
  'No donations yet': '寄付はまだありません',
  'Not paid': '未払い',
  'Only the newest 1,000 rows are shown. Choose a year, or download the file.':
    '最新の 1,000 行だけを表示しています。年を選ぶか、ファイルをダウンロードしてください。',
  'Only unpaid': '未払いのみ',
  'Paid {time}': '{time}に支払い済み',
  'Partly paid {time}': '{time}に一部支払い済み',
  'The donations of the last payment count as unpaid again. The audit log keeps both.':
    '直近の支払いに含まれる寄付は未払いに戻ります。監査ログには両方が残ります。',
  'To pay': '未払い額',
  Total: '合計',
  'What your gifts give to charities. Bestow keeps count; you pay the charities.':
    'ギフトを通じた団体への寄付です。Bestow が集計し、団体への支払いはお客様が行います。',
  Year: '年',
}

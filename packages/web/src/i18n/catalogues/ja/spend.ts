import type { SameTexts } from '../../text-types.ts'
import type { catalogue as german } from '../de/spend.ts'

export const catalogue: SameTexts<typeof german> = {
  'This month': '今月',
  'Last month': '先月',
  'Last 3 months': '過去 3 か月',
  'Last 12 months': '過去 12 か月',
  'This year': '今年',
  'Last year': '昨年',
  'What your gifts cost: items when they are redeemed, labels, and donations.':
    'ギフトにかかる費用です。受け取り手続きが済んだアイテム、送り状、寄付を含みます。',
  Period: '期間',
  'Group by': '集計単位',
  'Download each cost': '個別の費用をダウンロード',
  'Nothing spent in this period': 'この期間の支出はありません',
  'Open the catalogue': 'カタログを開く',
  'Enter what each item costs you. From then on, redeemed gifts count here.':
    '各アイテムの原価を入力してください。それ以降に受け取り手続きが済んだギフトがここに集計されます。',
  'Spend by {group}': '{group}別の支出',
  'Only the 500 largest rows are shown.': '金額の大きい 500 行のみを表示しています。',
  'Months are in UTC. Amounts of different currencies are never added.':
    '月は UTC 基準です。異なる通貨の金額は合算されません。',
  'Month before': '前月',
  'Period before': '前期間',
  'Without a campaign': 'キャンペーンなし',
  'A former user': '以前のメンバー',
  'Without a cost centre': 'コストセンターなし',
  Totals: '合計一覧',
  'Nothing in the period before': '前期間の支出はありません',
  '{percent} compared with {amount}': '{amount} に対して {percent}',
  'in {month}': '（{month}）',
  'from {from} to {until}': '（{from}～{until}）',
  '{count} gifts': { other: 'ギフト {count} 件' },
}

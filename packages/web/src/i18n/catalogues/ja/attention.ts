import type { SameTexts } from '../../text-types.ts'
import type { catalogue as german } from '../de/attention.ts'

export const catalogue: SameTexts<typeof german> = {
  '{count} events are sent again.': { other: 'イベント {count} 件を再送します。' },
  'Add stock': '在庫を追加',
  'Address rejected': '住所エラー',
  'An item is out of stock. The gift ships when stock arrives.':
    'アイテムが在庫切れです。入荷後にギフトが発送されます。',
  'Bounced emails': '届かなかったメール',
  'Cancel the gift': 'ギフトを取り消す',
  'Change the endpoint': 'エンドポイントを変更',
  'Correct the address': '住所を修正',
  'Correct the email address': 'メールアドレスを修正',
  Ended: '終了',
  'Endpoint failing': 'エンドポイントの障害',
  'Endpoints that missed events': 'イベントが未達のエンドポイント',
  'Extend the gift': '期限を延長',
  'Failed delivery attempts': '配達失敗',
  'Failing webhook endpoints': '障害中の Webhook エンドポイント',
  'Few codes are left.': 'コードが残りわずかです。',
  'Few units are left in stock.': '在庫が残りわずかです。',
  'Gifts out of stock': '在庫切れのギフト',
  'Gifts that expire soon': 'まもなく期限切れのギフト',
  'Import codes': 'コードをインポート',
  'Lost and returned parcels': '紛失・返送された荷物',
  'Missed events': '未達のイベント',
  'Most recent attempts to reach the endpoint failed.':
    'エンドポイントへの最近の試行の大半が失敗しています。',
  'No codes are left.': 'コードがありません。',
  'No units are left in stock.': '在庫がありません。',
  'Nothing needs attention.': '対応が必要なものはありません。',
  'Open|state': '未解決',
  Overdue: '遅延',
  'Overdue gifts': '遅延しているギフト',
  'Parcel lost or returned': '荷物の紛失・返送',
  'Problems that someone needs to solve. Each disappears once its cause is resolved.':
    '人による対応が必要な問題です。原因が解消すると項目は終了します。',
  'Rejected addresses': '受け付けられなかった住所',
  'Remind the recipient': '受取人にリマインド',
  'Reminder sent.': 'リマインダーを送信しました。',
  'Requests to the endpoint cannot be signed. The operator has to restore the encryption key.':
    'エンドポイントへのリクエストに署名できません。運用担当者が暗号化キーを復元する必要があります。',
  'See the tracking': '配送状況を見る',
  'Send a test event': 'テストイベントを送信',
  'Send the gift again': 'もう一度送る',
  'Send the missed events again': '未達のイベントを再送',
  'Ship the items again': 'アイテムを再発送',
  'Started {start}': '{start}に発生',
  'Started {start}, ended {end}': '{start}に発生、{end}に終了',
  'Test event sent.': 'テストイベントを送信しました。',
  'The address of the recipient rejects email. The recipient has not redeemed the gift.':
    '受取人のアドレスにメールが届きません。受け取り手続きもまだです。',
  'The carrier found no one to accept the parcel.': '配達先が不在でした。',
  'The carrier lost the parcel, and there is no replacement.':
    '配送業者が荷物を紛失しました。このギフトにはほかの荷物がありません。',
  'The carrier lost the parcel.': '配送業者が荷物を紛失しました。',
  'The carrier rejected the address or the label.':
    '配送業者が住所または送り状を受け付けませんでした。',
  'The endpoint missed events in the last day. All five attempts failed.':
    '直近 24 時間に、エンドポイントに届かなかったイベントがあります。5 回の試行がすべて失敗しました。',
  'The gift expires within seven days. The recipient has not redeemed it.':
    'ギフトは 7 日以内に期限切れになります。受け取り手続きがまだです。',
  'The order is more than five days old, and no carrier has the parcel.':
    '注文から 5 日以上経ちましたが、荷物がまだ配送業者に渡っていません。',
  'The parcel came back, and there is no replacement.':
    '荷物が返送されました。このギフトにはほかの荷物がありません。',
  'The parcel came back.': '荷物が返送されました。',
  'The parcel has been on its way for more than ten days.':
    '荷物が発送されてから 10 日以上経っています。',
  'What needs attention': '対応が必要な項目',
  'You’re all caught up': '対応はすべて完了しています',
}

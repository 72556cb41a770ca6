import type { SameTexts } from '../../text-types.ts'
import type { catalogue as german } from '../de/overview.ts'

export const catalogue: SameTexts<typeof german> = {
  'was {value}': '前の期間：{value}',
  '{change} from {value}': '{change}、前の期間：{value}',
  'Compared with the preceding period of the same length, which began on {day}. Each counts only what happened before it ended.':
    '{day}からの同じ長さの期間との比較です。どちらも期間の終わりまでの数です。',
  '{count} sent': '送信 {count}',
  Day: '日',
  Expire: '期限切れ',
  '“{name}” has {count} codes left': { other: '「{name}」のコードは残り {count} 件です' },
  '“{name}” has no codes left': '「{name}」のコードがなくなりました',
  '{count} addresses were rejected': { other: '{count} 件の住所が受け付けられませんでした' },
  '{count} cancelled': { other: '取り消し {count} 件' },
  '{count} days': { other: '{count} 日' },
  '{count} delivered': { other: '配達済み {count} 件' },
  '{count} deliveries failed after all attempts in the last day.': {
    other: '過去 1 日に {count} 件の配信がすべての試行後に失敗しました。',
  },
  '{count} delivery attempts failed': { other: '{count} 件の荷物を配達できませんでした' },
  '{count} digital gifts are low on codes': '{count} 件のデジタルギフトでコードが残りわずかです',
  '{count} digital gifts have no codes left': {
    other: '{count} 件のデジタルギフトでコードがなくなりました',
  },
  '{count} dispatched': { other: '発送済み {count} 件' },
  '{count} expired': { other: '期限切れ {count} 件' },
  '{count} gifts are out of stock': { other: '{count} 件のギフトが在庫切れです' },
  '{count} gifts are overdue': { other: '{count} 件のギフトが遅れています' },
  '{count} gifts did not arrive': '{count} 件のギフトが届いていません',
  '{count} gifts expire within a week': {
    other: '{count} 件のギフトが 1 週間以内に期限切れになります',
  },
  '{count} gifts wait for a code. Import more.': {
    other: '{count} 件のギフトがコード待ちです。追加でインポートしてください。',
  },
  '{count} hours': { other: '{count} 時間' },
  '{count} messages are waiting and will be sent once it works.': {
    other: '{count} 件のメールが待機中です。復旧すると送信されます。',
  },
  '{count} minutes': { other: '{count} 分' },
  '{count} more': 'ほか {count} 件',
  '{count} new': { other: '新着 {count} 件' },
  '{count} recipients did not get the email': {
    other: '{count} 人の受取人にメールが届きませんでした',
  },
  '{count} redeemed': { other: '手続き済み {count} 件' },
  '{count} submitted': { other: '受付 {count} 件' },
  '{count} variants are low in stock': { other: '{count} 件のバリエーションが在庫わずかです' },
  '{count} webhook deliveries failed after five attempts': {
    other: '{count} 件の Webhook 配信が 5 回の試行後に失敗しました',
  },
  '{count} webhook endpoints are failing': {
    other: '{count} 件の Webhook エンドポイントが失敗しています',
  },
  '{done} of {total} done': '{total} 件中 {done} 件完了',
  '{failed} of {attempts} recent attempts failed.':
    '最近の {attempts} 回の試行のうち {failed} 回が失敗しました。',
  '{from} to {until} days': '{from}～{until} 日',
  '{from}: {sent} sent, {redeemed} redeemed': '{from}：送信 {sent} 件、手続き済み {redeemed} 件',
  '30 days': '30 日間',
  '90 days': '90 日間',
  'Add stock before gifts have to wait.': 'ギフトが入荷待ちになる前に、在庫を追加してください。',
  'Add stock, or cancel. A waiting gift ships when stock arrives.':
    '在庫を追加するか、取り消してください。待機中のギフトは入荷すると発送されます。',
  'All {count} recent attempts failed.': { other: '最近の {count} 回の試行がすべて失敗しました。' },
  'All set': '準備完了',
  'All time': '全期間',
  'Choose the items, the design and the message.': 'アイテム、デザイン、メッセージを選びます。',
  'Completed steps': '完了した手順',
  'Create an API key': 'API キーを作成',
  day: '日',
  'Done, in {count} days.': { other: '{count} 日で完了しました。' },
  'Done, in {count} hours.': { other: '{count} 時間で完了しました。' },
  'Done, in {count} minutes.': { other: '{count} 分で完了しました。' },
  'Get notified when a gift changes.': 'ギフトが変わると通知を受け取れます。',
  'Get started': 'はじめに',
  'Get started dismissed.': '「はじめに」を非表示にしました。',
  'Gift {reference}': 'ギフト {reference}',
  'Gift {reference} did not arrive': 'ギフト {reference} が届いていません',
  'Gift activity': 'ギフトの動き',
  Gifting: 'ギフト',
  'Gifts created in this period': 'この期間に作成されたギフト',
  'Gifts over time': 'ギフトの推移',
  'Gifts per day': '1 日あたりのギフト',
  'Gifts per month': '1 か月あたりのギフト',
  'Gifts per week': '1 週間あたりのギフト',
  'Gifts with a known address': '住所がわかっているギフト',
  'Hello, {name}': 'こんにちは、{name}さん',
  'Here’s what’s happening at {account}.': '{account}の最新の状況です。',
  'Import more codes, so that recipients can choose it.':
    '受取人が選べるように、コードを追加でインポートしてください。',
  'Invitation to choice': '招待から選択まで',
  'It expired {time}. Upload a newer one, so that deliveries do not fail.':
    '{time}に期限が切れました。配信が失敗しないように、新しいものをアップロードしてください。',
  'It expires {time}. Upload a newer one, so that deliveries do not fail.':
    '{time}に期限が切れます。配信が失敗しないように、新しいものをアップロードしてください。',
  'Its parcel came back.': '荷物が返送されました。',
  'Its parcel was lost.': '荷物が行方不明になりました。',
  'Last 7 days': '過去 7 日間',
  'Lets your software send gifts.': '自社のソフトウェアからギフトを送れます。',
  'Median {median}, 90th percentile {percentile}':
    '中央値 {median}、90 パーセンタイル {percentile}',
  month: '月',
  'more than {count} days': { other: '{count} 日超' },
  'More than {count} messages are waiting and will be sent once it works.':
    '{count} 件を超えるメールが待機中です。復旧すると送信されます。',
  'Most popular items': '人気のアイテム',
  'Next 7 days': '今後 7 日間',
  'No gifts in this period.': 'この期間のギフトはありません。',
  'No gifts yet.': 'ギフトはまだありません。',
  'No invitation or notification can be sent until an operator configures a mail server.':
    '運用担当者がメールサーバーを設定するまで、招待も通知も送信できません。',
  'No items chosen in this period.': 'この期間に選ばれたアイテムはありません。',
  'No known addresses in this period.': 'この期間に住所のわかるギフトはありません。',
  'No progress for days. See the tracking, or ask the carrier.':
    '数日間動きがありません。追跡情報を確認するか、配送業者に問い合わせてください。',
  'No redemptions in this period.': 'この期間に手続き済みのギフトはありません。',
  'Not redeemed yet. Send a reminder, or extend the expiry.':
    '受け取り手続きがまだです。リマインダーを送るか、期限を延ばしてください。',
  'Nothing is scheduled, and nothing expires.': '送信予定も期限切れもありません。',
  'Now:': '現在：',
  'Number of gifts containing the item': 'そのアイテムを含むギフトの数',
  'Receive your first webhook': '最初の Webhook を受信',
  'Redemption rate': '手続き完了率',
  'Scheduled gifts, and gifts that expire unless redeemed':
    '送信予定のギフトと、手続きがなければ期限切れになるギフト',
  'Sent, and how many of them are redeemed by now': '送信数と、そのうち手続き済みの数',
  'Set your colour and logo': '色とロゴを設定',
  'Share the work with your team.': 'チームで作業を分担できます。',
  'Ship the items again, or send the gift again.':
    'アイテムを再発送するか、ギフトを再送信してください。',
  'Show as table': '表で表示',
  'Show steps': '手順を表示',
  'Something to give, and how many you have.': '贈る商品とその在庫数です。',
  Statistics: '統計',
  'The carrier creates no label until the address is corrected.':
    '住所を修正するまで、配送業者は送り状を発行しません。',
  'The carrier tries again, or keeps the parcel at a pickup point.':
    '配送業者が再配達するか、受取場所で荷物を保管します。',
  'The certificate authority of “{endpoint}” expires soon':
    '「{endpoint}」の認証局証明書の期限がまもなく切れます',
  'The certificate authority of “{endpoint}” has expired':
    '「{endpoint}」の認証局証明書の期限が切れました',
  'The client certificate of “{endpoint}” expires soon':
    '「{endpoint}」のクライアント証明書の期限がまもなく切れます',
  'The client certificate of “{endpoint}” has expired':
    '「{endpoint}」のクライアント証明書の期限が切れました',
  'The counts stop at {count} gifts.': '集計は {count} 件までです。',
  'The gift for {recipient}': '{recipient}さんへのギフト',
  'The gift for {recipient} did not arrive': '{recipient}さんへのギフトが届いていません',
  'Their parcels were lost or came back. Ship the items again, or send the gifts again.':
    '荷物が行方不明になったか、返送されました。アイテムを再発送するか、ギフトを再送信してください。',
  'This period and the one before': 'この期間と前の期間',
  'Time from invitation to choice': '招待から選択までの時間',
  'Time range': '期間',
  'To do': '未完了',
  'To send': '送信予定',
  'Top gifts': '人気のアイテム',
  'Used in emails and on recipients’ pages.': 'メールと受取人のページで使われます。',
  'Webhook endpoint “{endpoint}” is failing':
    'Webhook エンドポイント「{endpoint}」が失敗しています',
  week: '週',
  'Week of {day}': '{day}の週',
  'within {count} days': { other: '{count} 日以内' },
  'Without the email, no one knows about the gift. Correct the address, or share the link.':
    'メールが届かないと、ギフトに気づいてもらえません。アドレスを修正するか、リンクを共有してください。',
  Year: '1 年間',
  'Your endpoint responds with 2xx.': 'エンドポイントが 2xx を返します。',
  'Nothing is sent until an admin approves it.': '管理者が承認するまで、何も送付されません。',
  '{count} sends await your approval': { other: '{count} 件の一括送付が承認を待っています' },
  'No more text messages today': '今日はこれ以上 SMS を送れません',
  'The account has sent {count} today, which is its limit. The operator can raise BESTOW_SMS_MAX_PER_DAY.':
    'このアカウントは今日、上限の {count} 件を送信しました。運用担当者は BESTOW_SMS_MAX_PER_DAY を増やせます。',
}

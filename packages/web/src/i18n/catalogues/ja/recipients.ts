import type { SameTexts } from '../../text-types.ts'
import type { catalogue as german } from '../de/recipients.ts'

export const catalogue: SameTexts<typeof german> = {
  'The person’s data was erased from {count} gifts.': {
    other: 'この人のデータをギフト {count} 件から消去しました。',
  },
  '{count} gifts that were not delivered were cancelled.': {
    other: '未配達のギフト {count} 件を取り消しました。',
  },
  'Declined|gifts': '辞退',
  'Add note': 'メモを追加',
  'Campaign emails are allowed again.': 'キャンペーンメールを再開しました。',
  'Campaign emails are stopped.': 'キャンペーンメールを停止しました。',
  'Delete note': 'メモを削除',
  'Delete this note?': 'このメモを削除しますか？',
  'For your team. Recipients see them only if they ask for their data.':
    'チーム用です。受取人が見るのは、自分のデータの開示を求めたときだけです。',
  'New note': '新しいメモ',
  'Note added.': 'メモを追加しました。',
  'Note deleted.': 'メモを削除しました。',
  Notes: 'メモ',
  'Opted out of campaign emails': 'キャンペーンメールの配信停止',
  'Recorded by {name}, {time}': '{name}さんが記録、{time}',
  'Stops invitations and reminders': '招待とリマインダーを停止します',
  'Such as allergies, a preferred address or who knows them': '例：アレルギー、希望の住所、担当者',
  'The service sends no invitations and no reminders to this address. Emails about a redeemed gift still go out. To give a gift, share its link yourself.':
    'このアドレスには招待もリマインダーも送られません。受け取り手続き済みのギフトについてのメールは送られます。ギフトを贈るには、リンクを直接お伝えください。',
  'Wants no campaign emails': 'キャンペーンメールを希望しない',
  '{count} notes': { other: 'お礼 {count} 件' },
  '{name}, {time}': '{name}、{time}',
  '{time}, about {gift}': '{time}、{gift} について',
  'A file with all stored data: gifts, addresses, emails, notes, and the webhook events sent about them.':
    '保存されているすべてのデータ（ギフト、住所、メール、メッセージ、送信した Webhook イベント）をまとめたファイルです。',
  'Allow all of {domain} again': '{domain}のすべてのアドレスへの送信を再開',
  'Allow emails to {domain} again?': '{domain}へのメール送信を再開しますか？',
  'Addresses to which emails are allowed again: {count}': 'メール送信を再開したアドレス数：{count}',
  'Number of addresses at {domain} to which email bounced: {count}. Emails to all of them are sent again. Do this after the cause has ended, such as an outage of the mail server or a block list.':
    '{domain}でメールが届かなかったアドレスの数：{count}。これらすべてのアドレスへの送信を再開します。メールサーバーの障害やブロックリストなど、原因が解消してから実行してください。',
  'Allow emails again': 'メール送信を再開',
  'Copy email address': 'メールアドレスをコピー',
  'Data request…': 'データの開示・消去…',
  declined: '辞退',
  Declined: '辞退',
  'Declined a gift': 'ギフトを辞退',
  'Download export': 'データをダウンロード',
  'email bounced': 'メール不達',
  'Email to this address bounces': 'このアドレスにはメールが届きません',
  'Emails to this address are allowed again.': 'このアドレスへのメール送信を再開しました。',
  Erase: '消去',
  'Erase permanently': '完全に消去',
  'Everyone you’ve sent a gift to.': 'これまでにギフトを送った人の一覧です。',
  Export: 'エクスポート',
  'Export or erase a person’s data': '個人データのエクスポートまたは消去',
  'Export or erase…': 'エクスポート・消去…',
  'First gift': '最初のギフト',
  'Last gift': '最新のギフト',
  'Name, email or domain': '名前、メール、ドメイン',
  'No data is stored about this person.': 'この人に関するデータは保存されていません。',
  'No more emails are sent to it. The gift link still works: share it in another way, or correct the address on the gift’s page.':
    'このアドレスへのメール送信は停止しています。ギフトのリンクは有効です。別の方法で共有するか、ギフトのページでアドレスを修正してください。',
  'No recipients yet': '受取人はまだいません',
  'Recipients appear here, by email address, once you send them a gift.':
    'ギフトを送ると、受取人がメールアドレスごとにここに表示されます。',
  'Removes name, address, emails and notes from all gifts, and cancels gifts that haven’t shipped. <b>This can’t be undone.</b> Only IDs, states and counts remain.':
    'すべてのギフトから名前、住所、メール、メッセージを削除し、未発送のギフトを取り消します。<b>この操作は元に戻せません。</b>ID、状態、件数だけが残ります。',
  'Thank-you note': 'お礼メッセージ',
  'Type the email address again': 'メールアドレスをもう一度入力',
  'View all {count}': '{count} 件すべてを見る',
  'Wrote a thank-you note': 'お礼メッセージあり',
  'What recipients write about their gifts, newest first.':
    '受取人から届いたお礼メッセージを新しい順に表示します。',
  'No thank-you notes yet': 'お礼メッセージはまだありません',
  'After redeeming a gift, recipients can write a note on its page. The sender gets it by email, and your team can read it here.':
    '受け取り手続きが済むと、受取人はギフトのページにお礼メッセージを書けます。届いたメッセージは送り主にメールで送られ、チームのメンバーもここで読めます。',
}

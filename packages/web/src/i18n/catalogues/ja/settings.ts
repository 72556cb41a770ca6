import type { SameTexts } from '../../text-types.ts'
import type { catalogue as german } from '../de/settings.ts'

export const catalogue: SameTexts<typeof german> = {
  '{actor} {action} {subject}': '{actor}：{action} {subject}',
  '{actor} accepted the invitation': '{actor} が招待を承諾しました',
  '{actor} accepted the invitation as {subject}': '{actor} が {subject} として招待を承諾しました',
  '{actor} added a passkey': '{actor} がパスキーを追加しました',
  '{actor} added a passkey for {subject}': '{actor} が {subject} のパスキーを追加しました',
  '{actor} added addresses or domains to the deny list for {subject}':
    '{actor} が {subject} の拒否リストにアドレスまたはドメインを追加しました',
  '{actor} added chat alerts to {subject}': '{actor} が {subject} へのチャット通知を追加しました',
  '{actor} added sample products and campaigns to {subject}':
    '{actor} が {subject} にサンプルの商品とキャンペーンを追加しました',
  '{actor} added warehouse {subject}': '{actor} が倉庫 {subject} を追加しました',
  '{actor} added webhook endpoint {subject}':
    '{actor} が Webhook エンドポイント {subject} を追加しました',
  '{actor} adjusted the stock of {subject}': '{actor} が {subject} の在庫を調整しました',
  '{actor} advanced the clock of {subject}': '{actor} が {subject} の時計を進めました',
  '{actor} allowed emails again to recipient {subject}':
    '{actor} が受取人 {subject} へのメールを再び許可しました',
  '{actor} answered a problem report of gift {subject}':
    '{actor} がギフト {subject} の問題報告に回答しました',
  '{actor} approved claims of one-link {subject}':
    '{actor} がワンリンク {subject} の申し込みを承認しました',
  '{actor} archived campaign {subject}': '{actor} がキャンペーン {subject} をアーカイブしました',
  '{actor} archived warehouse {subject}': '{actor} が倉庫 {subject} をアーカイブしました',
  '{actor} bought the label of parcel {subject}': '{actor} が荷物 {subject} のラベルを購入しました',
  '{actor} called a tool as agent {subject}':
    '{actor} がエージェント {subject} としてツールを呼び出しました',
  '{actor} cancelled gift {subject}': '{actor} がギフト {subject} を取り消しました',
  '{actor} changed campaign {subject}': '{actor} がキャンペーン {subject} を変更しました',
  '{actor} changed chat alerts to {subject}': '{actor} が {subject} へのチャット通知を変更しました',
  '{actor} changed gift {subject}': '{actor} がギフト {subject} を変更しました',
  '{actor} changed product {subject}': '{actor} が商品 {subject} を変更しました',
  '{actor} changed the card of gift {subject}': '{actor} がギフト {subject} のカードを変更しました',
  '{actor} changed the contents of {subject}': '{actor} が {subject} の内容を変更しました',
  '{actor} changed the daily email of {subject}':
    '{actor} が {subject} の毎日のメールを変更しました',
  '{actor} changed the daily limit of app {subject}':
    '{actor} がアプリ {subject} の 1 日の上限を変更しました',
  '{actor} changed the default for {subject}': '{actor} が {subject} の既定値を変更しました',
  '{actor} changed the password of {subject}': '{actor} が {subject} のパスワードを変更しました',
  '{actor} changed the permissions of API key {subject}':
    '{actor} が API キー {subject} の権限を変更しました',
  '{actor} changed the permissions of OAuth client {subject}':
    '{actor} が OAuth クライアント {subject} の権限を変更しました',
  '{actor} changed the role of {subject}': '{actor} が {subject} の役割を変更しました',
  '{actor} changed the settings of {subject}': '{actor} が {subject} の設定を変更しました',
  '{actor} changed the settings of one-link {subject}':
    '{actor} がワンリンク {subject} の設定を変更しました',
  '{actor} changed their daily email': '{actor} が自分の毎日のメールを変更しました',
  '{actor} changed their password': '{actor} が自分のパスワードを変更しました',
  '{actor} changed warehouse {subject}': '{actor} が倉庫 {subject} を変更しました',
  '{actor} changed webhook endpoint {subject}':
    '{actor} が Webhook エンドポイント {subject} を変更しました',
  '{actor} closed a problem report of gift {subject}':
    '{actor} がギフト {subject} の問題報告を完了にしました',
  '{actor} closed one-link {subject}': '{actor} がワンリンク {subject} を終了しました',
  '{actor} connected app {subject}': '{actor} がアプリ {subject} を連携しました',
  '{actor} copied the invitation link of {subject}':
    '{actor} が {subject} の招待リンクをコピーしました',
  '{actor} corrected the email address of gift {subject}':
    '{actor} がギフト {subject} のメールアドレスを修正しました',
  '{actor} corrected the email address of recipient {subject}':
    '{actor} が受取人 {subject} のメールアドレスを修正しました',
  '{actor} corrected the shipping address of gift {subject}':
    '{actor} がギフト {subject} の配送先住所を修正しました',
  '{actor} counted the stock of {subject}': '{actor} が {subject} の棚卸しをしました',
  '{actor} created API key {subject}': '{actor} が API キー {subject} を作成しました',
  '{actor} created campaign {subject}': '{actor} がキャンペーン {subject} を作成しました',
  '{actor} created OAuth client {subject}':
    '{actor} が OAuth クライアント {subject} を作成しました',
  '{actor} created one-link {subject}': '{actor} がワンリンク {subject} を作成しました',
  '{actor} created product {subject}': '{actor} が商品 {subject} を作成しました',
  '{actor} created sample gift {subject}': '{actor} がサンプルギフト {subject} を作成しました',
  '{actor} deleted webhook endpoint {subject}':
    '{actor} が Webhook エンドポイント {subject} を削除しました',
  '{actor} disabled webhook endpoint {subject}':
    '{actor} が Webhook エンドポイント {subject} を無効にしました',
  '{actor} disconnected app {subject}': '{actor} がアプリ {subject} の連携を解除しました',
  '{actor} enabled webhook endpoint {subject}':
    '{actor} が Webhook エンドポイント {subject} を有効にしました',
  '{actor} entered the tracking number of a parcel of gift {subject}':
    '{actor} がギフト {subject} の荷物の追跡番号を入力しました',
  '{actor} erased the personal data of {subject}':
    '{actor} が {subject} の個人データを消去しました',
  '{actor} exported the personal data of {subject}':
    '{actor} が {subject} の個人データをエクスポートしました',
  '{actor} extended gift {subject}': '{actor} がギフト {subject} の期限を延長しました',
  '{actor} generated new backup codes': '{actor} が新しいバックアップコードを発行しました',
  '{actor} generated new backup codes for {subject}':
    '{actor} が {subject} の新しいバックアップコードを発行しました',
  '{actor} handed over parcel {subject}': '{actor} が荷物 {subject} を配送業者に引き渡しました',
  '{actor} imported a catalogue file into {subject}':
    '{actor} が {subject} にカタログファイルをインポートしました',
  '{actor} imported codes of {subject}': '{actor} が {subject} のコードをインポートしました',
  '{actor} imported the tracking number of a parcel of gift {subject}':
    '{actor} がギフト {subject} の荷物の追跡番号をインポートしました',
  '{actor} invited {subject}': '{actor} が {subject} を招待しました',
  '{actor} marked as not packed parcel {subject}': '{actor} が荷物 {subject} を未梱包に戻しました',
  '{actor} marked as paid the donations to {subject}':
    '{actor} が {subject} への寄付を支払い済みにしました',
  '{actor} marked as unpaid the donations to {subject}':
    '{actor} が {subject} への寄付を未払いに戻しました',
  '{actor} packed parcel {subject}': '{actor} が荷物 {subject} を梱包しました',
  '{actor} printed the address label of parcel {subject}':
    '{actor} が荷物 {subject} の宛名ラベルを印刷しました',
  '{actor} printed the carrier’s label of parcel {subject}':
    '{actor} が荷物 {subject} の配送業者のラベルを印刷しました',
  '{actor} printed the packing slip of parcel {subject}':
    '{actor} が荷物 {subject} の納品書を印刷しました',
  '{actor} put items back into stock from a parcel of gift {subject}':
    '{actor} がギフト {subject} の荷物の商品を在庫に戻しました',
  '{actor} recorded the progress of a parcel of gift {subject}':
    '{actor} がギフト {subject} の荷物の進捗を記録しました',
  '{actor} rejected claims of one-link {subject}':
    '{actor} がワンリンク {subject} の申し込みを却下しました',
  '{actor} removed {subject}': '{actor} が {subject} を削除しました',
  '{actor} removed a passkey': '{actor} がパスキーを削除しました',
  '{actor} removed a passkey of {subject}': '{actor} が {subject} のパスキーを削除しました',
  '{actor} removed an entry from the deny list for {subject}':
    '{actor} が {subject} の拒否リストから項目を削除しました',
  '{actor} removed chat alerts to {subject}': '{actor} が {subject} へのチャット通知を削除しました',
  '{actor} renamed warehouse {subject}': '{actor} が倉庫 {subject} の名前を変更しました',
  '{actor} replaced the code of gift {subject}':
    '{actor} がギフト {subject} のコードを差し替えました',
  '{actor} replaced the link of gift {subject}':
    '{actor} がギフト {subject} のリンクを差し替えました',
  '{actor} reported a damaged item of parcel {subject}':
    '{actor} が荷物 {subject} の商品の破損を報告しました',
  '{actor} reported an item out of stock of parcel {subject}':
    '{actor} が荷物 {subject} の商品の在庫切れを報告しました',
  '{actor} reported an unusable address of parcel {subject}':
    '{actor} が荷物 {subject} の住所の不備を報告しました',
  '{actor} resent an email of gift {subject}': '{actor} がギフト {subject} のメールを再送しました',
  '{actor} resent delivery {subject}': '{actor} が配信 {subject} を再送しました',
  '{actor} resent failed deliveries of webhook endpoint {subject}':
    '{actor} が Webhook エンドポイント {subject} の失敗した配信を再送しました',
  '{actor} resent the invitation to {subject}': '{actor} が {subject} に招待を再送しました',
  '{actor} reset the password of {subject}': '{actor} が {subject} のパスワードを再設定しました',
  '{actor} reset their password': '{actor} が自分のパスワードを再設定しました',
  '{actor} reshipped a parcel of gift {subject}':
    '{actor} がギフト {subject} の荷物を再発送しました',
  '{actor} restored campaign {subject}': '{actor} がキャンペーン {subject} を復元しました',
  '{actor} retried the waiting deliveries of webhook endpoint {subject}':
    '{actor} が Webhook エンドポイント {subject} の待機中の配信を再試行しました',
  '{actor} revoked a code of {subject}': '{actor} が {subject} のコードを無効にしました',
  '{actor} revoked API key {subject}': '{actor} が API キー {subject} を無効にしました',
  '{actor} revoked OAuth client {subject}':
    '{actor} が OAuth クライアント {subject} を無効にしました',
  '{actor} revoked the apps of {subject}':
    '{actor} が {subject} のアプリのアクセスを取り消しました',
  '{actor} revoked the invitation of {subject}': '{actor} が {subject} の招待を取り消しました',
  '{actor} revoked the tokens of OAuth client {subject}':
    '{actor} が OAuth クライアント {subject} のトークンを無効にしました',
  '{actor} rotated the Ed25519 key of webhook endpoint {subject}':
    '{actor} が Webhook エンドポイント {subject} の Ed25519 鍵をローテーションしました',
  '{actor} rotated the secret of OAuth client {subject}':
    '{actor} が OAuth クライアント {subject} のシークレットをローテーションしました',
  '{actor} rotated the secret of webhook endpoint {subject}':
    '{actor} が Webhook エンドポイント {subject} のシークレットをローテーションしました',
  '{actor} sent a reminder for gift {subject}':
    '{actor} がギフト {subject} のリマインダーを送信しました',
  '{actor} sent a replacement after a problem report of gift {subject}':
    '{actor} がギフト {subject} の問題報告を受けて代わりの品を送りました',
  '{actor} sent a replacement of gift {subject}':
    '{actor} がギフト {subject} の代わりのギフトを送りました',
  '{actor} sent a test event to webhook endpoint {subject}':
    '{actor} が Webhook エンドポイント {subject} にテストイベントを送信しました',
  '{actor} sent a test message to {subject}':
    '{actor} が {subject} にテストメッセージを送信しました',
  '{actor} sent gift {subject}': '{actor} がギフト {subject} を送りました',
  '{actor} set up account {subject}': '{actor} がアカウント {subject} を設定しました',
  '{actor} signed in': '{actor} がサインインしました',
  '{actor} signed in as {subject}': '{actor} が {subject} としてサインインしました',
  '{actor} signed out other sessions of {subject}':
    '{actor} が {subject} の他のセッションをサインアウトしました',
  '{actor} signed out their other sessions': '{actor} が自分の他のセッションをサインアウトしました',
  '{actor} simulated a carrier update of parcel {subject}':
    '{actor} が荷物 {subject} の配送状況をシミュレートしました',
  '{actor} simulated the progress of gift {subject}':
    '{actor} がギフト {subject} の進捗をシミュレートしました',
  '{actor} transferred the admin role to {subject}':
    '{actor} が {subject} に管理者の役割を移しました',
  '{actor} turned off the authenticator app of {subject}':
    '{actor} が {subject} の認証アプリをオフにしました',
  '{actor} turned off their authenticator app': '{actor} が自分の認証アプリをオフにしました',
  '{actor} turned on the authenticator app of {subject}':
    '{actor} が {subject} の認証アプリをオンにしました',
  '{actor} turned on their authenticator app': '{actor} が自分の認証アプリをオンにしました',
  '{actor} uploaded a photo or video for a card {subject}':
    '{actor} がカード用の写真または動画 {subject} をアップロードしました',
  '{actor} uploaded the file of {subject}': '{actor} が {subject} のファイルをアップロードしました',
  '{actor} viewed the address of parcel {subject}': '{actor} が荷物 {subject} の住所を閲覧しました',
  '{actor} viewed the shipping address of gift {subject}':
    '{actor} がギフト {subject} の配送先住所を閲覧しました',
  '{app} disconnected.': '{app} との連携を解除しました。',
  '{browser} on {system}': '{browser}（{system}）',
  '{chosen} of {total} kinds': '{total} 種類中 {chosen} 種類',
  '{count} apps have lost access.': { other: '{count} 件のアプリのアクセスを取り消しました。' },
  '{count} entries added.': { other: '{count} 件を追加しました。' },
  '{count} gifts a day': { other: '1 日 {count} 件のギフト' },
  '{count} of 10 backup codes left': 'バックアップコードの残り：{count} / 10',
  '{count} passkeys, {methods}': { other: 'パスキー {count} 件、{methods}' },
  '{entry} removed from the deny list.': '{entry} を拒否リストから削除しました。',
  '{name} becomes an admin, and you a sender. Only an admin can give the role back to you.':
    '{name} さんが管理者になり、あなたは送り主になります。役割を戻せるのは管理者だけです。',
  '{name} is {role} now.': '{name} さんの役割を{role}に変更しました。',
  'A former member': '以前のメンバー',
  'A new invitation link is being sent to {email}.':
    '新しい招待リンクを {email} に送信しています。',
  'A recipient’s address is erased this many days after delivery. The gift, its items and its history are preserved.':
    '配達からこの日数が過ぎると、受取人の住所は消去されます。ギフト、商品、履歴は保存されます。',
  'Account id': 'アカウント ID',
  'Account name': 'アカウント名',
  Action: '操作',
  'Actions for {app}': '{app} の操作',
  'Add a chat': 'チャットを追加',
  'Add a passkey': 'パスキーを追加',
  'Add a second factor to protect your account.':
    '2 つ目の認証要素を追加して、アカウントを保護してください。',
  'Add chat': 'チャットを追加',
  'Add to the deny list': '拒否リストに追加',
  Added: '追加日時',
  'Added {added}, used {used}': '追加：{added}、使用：{used}',
  'Added after the giver’s name. Leave empty to use only theirs.':
    '贈り主の名前の後に付きます。空欄にすると、贈り主の名前だけが使われます。',
  'Added. Send a test to see it in the chat.':
    '追加しました。テストを送信して、チャットで確認してください。',
  Address: 'アドレス',
  Addresses: '住所',
  'Addresses and domains': 'アドレスとドメイン',
  'Addresses are used for delivery only.': '住所は配達のためだけに使われます。',
  Admin: '管理者',
  'Admins manage the account, senders send gifts, and packers pack parcels. An account always has an admin.':
    '管理者はアカウントを管理し、送り主はギフトを送り、梱包担当は荷物を梱包します。アカウントには常に管理者がいます。',
  'After your password, sign in with a six-digit code from your phone.':
    'パスワードに加えて、スマートフォンに表示される 6 桁のコードでサインインします。',
  Agent: 'エージェント',
  'Allowed by': '許可した人',
  'Also for one-links that the API creates.': 'API で作成されるワンリンクにも適用されます。',
  'An installed app ({protocol})': 'インストール済みのアプリ（{protocol}）',
  'API key': 'API キー',
  'API keys, OAuth clients, webhooks': 'API キー、OAuth クライアント、Webhook',
  Apps: 'アプリ',
  'Apps and assistants that an admin allowed to act for this account. Access lasts until you disconnect it, even if the admin leaves.':
    '管理者が、このアカウントでの操作を許可したアプリとアシスタントです。管理者がいなくなっても、連携を解除するまでアクセスは続きます。',
  Area: '分野',
  'As each campaign': '各キャンペーンに従う',
  'As usual in each language': '各言語の慣例に従う',
  'At most one a day, and only when something new is in the way of a gift that you sent.':
    '1 日最大 1 通。自分が送ったギフトに新たな問題が生じたときだけ届きます。',
  'Authenticator app': '認証アプリ',
  'Authenticator app turned off.': '認証アプリをオフにしました。',
  'Backup codes': 'バックアップコード',
  'Bestow encrypts it and never shows it again.': 'Bestow が暗号化し、再表示することはありません。',
  Browser: 'ブラウザー',
  'Can send': '送付できる数',
  'Change campaigns, catalogue and stock': 'キャンペーン、カタログ、在庫の変更',
  'Change daily limit…': '1 日の上限を変更…',
  'Changing it signs out all your other sessions.':
    '変更すると、他のすべてのセッションからサインアウトします。',
  Chat: 'チャット',
  Chats: 'チャット',
  'Choose at least one kind.': '1 種類以上選択してください。',
  'Code from the app': 'アプリのコード',
  Connected: '連携日時',
  Continue: '続ける',
  'Copy account id': 'アカウント ID をコピー',
  'Copy address': 'アドレスをコピー',
  'Copy invitation link': '招待リンクをコピー',
  'Copy secret': 'シークレットをコピー',
  'Current password': '現在のパスワード',
  'Daily email about gifts that need attention': '要対応のギフトに関する毎日のメール',
  'Daily limit of {app}': '{app} の 1 日の上限',
  'Daily limit saved.': '1 日の上限を保存しました。',
  'Data requests': 'データの請求',
  'Days until an address is erased': '住所を消去するまでの日数',
  'Deny list': '拒否リスト',
  'Devices where you are signed in. A session ends after a day without use, and after two weeks at most.':
    'サインインしているデバイスです。1 日使わないか、最長 2 週間でセッションは終了します。',
  Disconnect: '解除',
  'Disconnect {app}?': '{app} との連携を解除しますか？',
  'Disconnect…': '解除…',
  Domain: 'ドメイン',
  'Download all data about a person, or erase it. Each request is recorded in the audit log.':
    '個人に関するすべてのデータをダウンロードまたは消去します。各請求は監査ログに記録されます。',
  'Each code works once if you don’t have your phone. Print them, or store them in a password manager.':
    'スマートフォンが手元にないとき、各コードを 1 回ずつ使えます。印刷するか、パスワードマネージャーに保存してください。',
  'Each time with a preview first.': '毎回、先にプレビューを表示します。',
  'Email is not set up. The invitation for {email} is saved and will be sent once email works.':
    'メールが設定されていません。{email} への招待は保存され、メールが使えるようになると送信されます。',
  Enterprise: 'Enterprise',
  Entry: '項目',
  Everything: 'すべて',
  'Export or erase a person’s data…': '個人のデータをエクスポートまたは消去…',
  'For the pages and emails of recipients.': '受取人のページとメールに適用されます。',
  'For your team, for example #gifts.': 'チーム用の名前です（例：#gifts）。',
  Format: '形式',
  'Generate new codes': '新しいコードを発行',
  'Gifts in 24 hours': '24 時間のギフト数',
  'Gifts of all assistants of the account count.':
    'アカウントのすべてのアシスタントのギフトを合計します。',
  'If MCP is turned on, add this address to an assistant. It opens a page where you sign in and decide what it may do.':
    'MCP が有効な場合は、このアドレスをアシスタントに追加してください。開いたページでサインインし、許可する操作を選びます。',
  'Invitation for {email} saved. It will be sent when email is set up.':
    '{email} への招待を保存しました。メールが設定されると送信されます。',
  'Invitation link': '招待リンク',
  'Invitation links expire after a week.': '招待リンクの有効期間は 1 週間です。',
  Invited: '招待中',
  'Invited by {name}; expires {time}': '招待者：{name}、有効期限：{time}',
  'IP address': 'IP アドレス',
  'It loses access at once. To use it again, an admin has to allow it again.':
    'すぐにアクセスできなくなります。再び使うには、管理者が改めて許可する必要があります。',
  'Language of the catalogue': 'カタログの言語',
  Languages: '言語',
  'Last message': '最後のメッセージ',
  'Last seen': '最終利用',
  'Make admin': '管理者にする',
  'Make packer': '梱包担当にする',
  'Make sender': '送り主にする',
  'May send, change and cancel gifts': 'ギフトの送付、変更、取り消しを許可',
  'More actions for {name}': '{name} のその他の操作',
  'New backup codes': '新しいバックアップコード',
  'New one-links': '新しいワンリンク',
  'New problems that need attention appear in a chat: at most one message every three minutes, with references and links, and without names or addresses.':
    '新しい要対応の項目をチャットに通知します。通知は最大 3 分に 1 件で、参照番号とリンクを含み、名前や住所は含みません。',
  no: 'いいえ',
  'No chat receives alerts yet.': '通知を受け取るチャットはまだありません。',
  'No connected apps': '連携アプリはありません',
  'No entries yet': '記録はまだありません',
  'No passkeys yet.': 'パスキーはまだありません。',
  'No sessions': 'セッションはありません',
  'No users': 'ユーザーはいません',
  'none|apps': 'なし',
  'none|value': 'なし',
  Nothing: 'なし',
  'OAuth apps that {name} has allowed lose their access to this account at once. {name} can allow them again.':
    '{name} さんが許可した OAuth アプリは、すぐにこのアカウントにアクセスできなくなります。{name} さんは再び許可できます。',
  'OAuth client': 'OAuth クライアント',
  'Object ID': '対象の ID',
  'Object ID: {id}': '対象の ID：{id}',
  off: 'オフ',
  on: 'オン',
  'On a computer': 'コンピューター上',
  'On demand': 'オンデマンド',
  'One company, in one region and stage.': '1 つの会社を、1 つのリージョンと環境で管理します。',
  'One per line, for example ada@example.com or example.com':
    '1 行に 1 つ（例：ada@example.com、example.com）',
  Operator: '運用者',
  'Or enter this secret in the app: {secret}': 'またはアプリにこのシークレットを入力：{secret}',
  'Otherwise, the apps keep their access to this account.':
    '取り消さない場合、アプリはこのアカウントへのアクセスを維持します。',
  'Over the API': 'API 経由',
  'Pack parcels, see the address of a parcel while packing it':
    '荷物の梱包と、梱包中の宛先住所の閲覧',
  Packer: '梱包担当',
  Parcel: '荷物',
  Passkey: 'パスキー',
  'Passkey added. Use it the next time you sign in.':
    'パスキーを追加しました。次回のサインインから使えます。',
  Passkeys: 'パスキー',
  password: 'パスワード',
  'password and code': 'パスワードとコード',
  'Password and code': 'パスワードとコード',
  'Password changed. Other sessions are signed out.':
    'パスワードを変更しました。他のセッションからサインアウトしました。',
  'Past requests': '過去の請求',
  'People, branding, privacy, audit log': 'メンバー、ブランディング、プライバシー、監査ログ',
  Permission: '権限',
  Person: '担当者',
  'Personal data': '個人データ',
  'Pick a colour from the screen': '画面から色を選ぶ',
  'QR code for an authenticator app': '認証アプリ用の QR コード',
  Receives: '通知内容',
  'Recommended. Without it, invented addresses can take all gifts of a one-link.':
    '推奨。確認しない場合、架空のアドレスでワンリンクのギフトがすべて取られるおそれがあります。',
  Region: 'リージョン',
  'Remove {entry}': '{entry} を削除',
  'Remove {name}?': '{name} を削除しますか？',
  Resume: '再開',
  'Revoke access': 'アクセスを取り消す',
  'Revoke access of {count} apps…': { other: '{count} 件のアプリのアクセスを取り消す…' },
  'Revoke the access of {count} apps that {name} has allowed': {
    other: '{name} さんが許可した {count} 件のアプリのアクセスを取り消す',
  },
  'Revoke the access of {count} apps?': { other: '{count} 件のアプリのアクセスを取り消しますか？' },
  Role: '役割',
  'Role permissions': '役割ごとの権限',
  'Rules for all one-links. Each one-link also has rules of its own.':
    'すべてのワンリンクに適用されるルールです。各ワンリンクには個別のルールもあります。',
  'Scan the QR code and enter the code': 'QR コードを読み取り、コードを入力',
  'See any recipient’s address, after giving a reason':
    '理由を入力して、すべての受取人の住所を閲覧',
  'See recipients': '受取人の閲覧',
  'Send a test to {name}': '{name} にテストを送信',
  'Send gifts, see and cancel them': 'ギフトの送付、閲覧、取り消し',
  'Send invitation': '招待を送信',
  'Send test': 'テストを送信',
  'Sender name (optional)': '差出人名（任意）',
  'Set up an authenticator app': '認証アプリを設定',
  Setup: 'セットアップ',
  'Sign in with fingerprint, face or device PIN instead of password and code. Passkeys are phishing-resistant.':
    'パスワードとコードの代わりに、指紋、顔、端末の PIN でサインインできます。パスキーはフィッシングに強い方法です。',
  'Sign out {device}': '{device} からサインアウト',
  'Sign-in': 'サインイン',
  'Sign-ins, invitations, new keys and every other change appear here.':
    'サインイン、招待、新しいキーなど、すべての変更がここに表示されます。',
  'Signed in': 'サインイン日時',
  'Signed out {count} other sessions.': {
    other: '他の {count} 件のセッションからサインアウトしました。',
  },
  'Signs in with': 'サインイン方法',
  Stage: '環境',
  Stock: '在庫',
  synced: '同期済み',
  'System|actor': 'システム',
  'Thank you for everything this year.': '今年も大変お世話になりました。',
  'The chat could not be reached ({error}).': 'チャットに接続できませんでした（{error}）。',
  'The chat responded with the status {status}.':
    'チャットからステータス {status} が返されました。',
  'The daily email is off.': '毎日のメールをオフにしました。',
  'The daily email is on.': '毎日のメールをオンにしました。',
  'The invitation is being sent to {email}.': '{email} に招待を送信しています。',
  'The language of names and descriptions that are not translations.':
    '翻訳ではない名前と説明の言語です。',
  'The list is empty.': 'リストは空です。',
  'The logo cannot be loaded.': 'ロゴを読み込めません。',
  'The old codes become invalid.': '古いコードは無効になります。',
  'The test message is on its way.': 'テストメッセージを送信しました。',
  themselves: '自分自身',
  'These addresses and domains can’t claim from any one-link. Variants of one mailbox, such as ada+gift@example.com, count as one. Gifts that are already claimed are not affected.':
    'これらのアドレスとドメインからは、どのワンリンクにも申し込めません。ada+gift@example.com のような同じメールボックスの別表記は、1 つとして扱います。申し込み済みのギフトには影響しません。',
  'These entries were already on the list.': 'これらはすでにリストにあります。',
  'They are signed out at once and can’t sign in again unless you invite them. Gifts they sent keep their name.':
    'すぐにサインアウトされ、招待されない限り再びサインインできません。送ったギフトの名前はそのまま残ります。',
  'this device': 'このデバイス',
  'This link replaces the one sent to {email} before.':
    'このリンクは、以前 {email} に送信したリンクに代わるものです。',
  'this session': 'このセッション',
  Tier: 'プラン',
  transfer: 'transfer',
  Transfer: '移す',
  'Transfer admin role to {name}': '管理者の役割を {name} さんに移す',
  'Transfer your admin role to {name}?': '管理者の役割を {name} さんに移しますか？',
  'Turn off': 'オフにする',
  'Turn off the authenticator app': '認証アプリをオフにする',
  'Turn on': 'オンにする',
  'Unknown browser': '不明なブラウザー',
  Unwrap: 'ギフトを開ける',
  'Upload a logo': 'ロゴをアップロード',
  'Upload a picture, or enter its https:// URL. The URL is checked when you save.':
    '画像をアップロードするか、https:// で始まる URL を入力してください。URL は保存時に確認されます。',
  'URL of the incoming webhook': 'Incoming Webhook の URL',
  'Used in emails and recipients’ pages unless a campaign has its own colour or logo.':
    'キャンペーンに固有の色やロゴがない限り、メールと受取人のページで使われます。',
  User: 'ユーザー',
  'User id': 'ユーザー ID',
  Users: 'ユーザー',
  Variant: 'バリエーション',
  'View campaigns and catalogue': 'キャンペーンとカタログの閲覧',
  Warehouse: '倉庫',
  'Webhook endpoint': 'Webhook エンドポイント',
  'What to report': '通知する内容',
  'Where to find it': '確認方法',
  'Who changed what, when, and from where. Entries can’t be changed or removed.':
    '誰が、いつ、どこから、何を変更したかの記録です。記録の変更や削除はできません。',
  'Works with Slack, with Teams, and with chats that accept messages in Slack’s format, such as Mattermost.':
    'Slack、Teams、および Mattermost など Slack 形式のメッセージを受け付けるチャットで使えます。',
  yes: 'はい',
  you: 'あなた',
  You: 'あなた',
  'You can also share this link yourself. Anyone who has it can join as {email}.':
    'このリンクをご自身で共有することもできます。リンクを知っている人は誰でも {email} として参加できます。',
  'You can no longer sign in with it. You can add another passkey at any time.':
    'このパスキーではサインインできなくなります。別のパスキーはいつでも追加できます。',
  'You can then sign in with the password alone. Your backup codes become invalid.':
    '以後はパスワードだけでサインインできます。バックアップコードは無効になります。',
  'You have no other sessions.': '他のセッションはありません。',
  'Your backup codes': 'バックアップコード',
  'Your browser then asks you to confirm with this device or a security key.':
    '続いて、このデバイスまたはセキュリティキーでの確認がブラウザーに表示されます。',
  'Your sessions': 'あなたのセッション',
  'Text messages': 'SMS',
  'Recipients with a mobile number get invitations and reminders as text messages too. Choose what else they get.':
    '携帯電話番号のある受取人には、招待とリマインダーがSMSでも届きます。ほかに送る内容を選択してください。',
  'When the gift is on its way': 'ギフトを発送したとき',
  'When the gift has arrived': 'ギフトが届いたとき',
  '{actor} changed the text messages of {subject}': '{actor} が {subject} の SMS を変更しました',
}

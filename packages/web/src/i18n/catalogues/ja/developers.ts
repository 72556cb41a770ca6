import type { SameTexts } from '../../text-types.ts'
import type { catalogue as german } from '../de/developers.ts'

export const catalogue: SameTexts<typeof german> = {
  'Active|key': '有効',
  'Created|key': '作成日時',
  '{addresses} and {count} more': '{addresses}、ほか {count} 件',
  '{bytes} bytes · SHA-256 {digest}': '{bytes} バイト · SHA-256 {digest}',
  '{count} days': { other: '{count} 日' },
  '{count} days ahead of the real time.': { other: '実際の時刻より {count} 日進んでいます。' },
  '{count} days|for': { other: '{count} 日' },
  '{count} deliveries are paused until the signing secret can be decrypted.': {
    other: '署名シークレットを復号できるまで、{count} 件の配信を一時停止しています。',
  },
  '{count} deliveries are retried now.': { other: '{count} 件の配信を再試行しています。' },
  '{count} deliveries are retried within {time}.': {
    other: '{time}以内に {count} 件の配信を再試行します。',
  },
  '{count} deliveries have attempts left and wait for a retry. To send them earlier, use “Retry … waiting now”.':
    {
      other:
        '試行回数が残っている {count} 件の配信が再試行を待っています。早く送信するには「…今すぐ再試行」を使ってください。',
    },
  '{count} deliveries not resent: {reason}': {
    other: '{count} 件の配信を再送できませんでした：{reason}',
  },
  '{count} deliveries pending.': { other: '{count} 件の配信が保留中です。' },
  '{count} deliveries wait for a retry.': { other: '{count} 件の配信が再試行を待っています。' },
  '{count} deliveries wait for the next attempt. These attempts start now, oldest first, at 50 per second, so that your receiver is not overloaded. The number of attempts stays the same.':
    {
      other:
        '{count} 件の配信が次の試行を待っています。受信側に負荷をかけすぎないよう、古いものから毎秒 50 件ずつ、今すぐ試行を開始します。試行回数は変わりません。',
    },
  '{count} events are being resent.': { other: '{count} 件のイベントを再送しています。' },
  '{count} events resent to {endpoint}': {
    other: '{count} 件のイベントを {endpoint} に再送しました',
  },
  '{count} events will be resent.': { other: '{count} 件のイベントを再送します。' },
  '{count} failed attempts': { other: '失敗した試行 {count} 件' },
  '{count} failures|after': { other: '{count} 回' },
  '{count} hours': { other: '{count} 時間' },
  '{count} hours|for': { other: '{count} 時間' },
  '{count} minutes': { other: '{count} 分' },
  '{count} minutes|for': { other: '{count} 分' },
  '{count} of 5': '{count} / 5',
  '{count} open deliveries are cancelled.': { other: '未完了の {count} 件の配信は中止されます。' },
  '{count} pending deliveries are paused, and continue once it is enabled.': {
    other: '保留中の {count} 件の配信は一時停止し、有効にすると再開します。',
  },
  '{count} permissions': { other: '{count} 件の権限' },
  '{count} requests': { other: '{count} 件のリクエスト' },
  '{count} requests in the last hour': { other: '過去 1 時間に {count} 件' },
  '{count} sample gifts created.': { other: 'サンプルギフトを {count} 件作成しました。' },
  '{count} seconds': { other: '{count} 秒' },
  '{detail} Events from this time are never sent to it.':
    '{detail}この間のイベントは送信されません。',
  '{dots} (unchanged)': '{dots}（変更なし）',
  '{failed} failed': '失敗 {failed} 件',
  '{failed} of the last {attempts} attempts failed {window}.':
    '{window}の直近 {attempts} 回の試行のうち {failed} 回が失敗しました。',
  '{failed} of the last {attempts} attempts failed. Failing for {time}.':
    '{time}前から、直近 {attempts} 回の試行のうち {failed} 回が失敗しています。',
  '{from} to {to}': '{from}～{to}',
  '{label}: {total} in total, at most {max} per minute':
    '{label}：合計 {total} 件、1 分あたり最大 {max} 件',
  '{name} revoked.': '{name}を無効にしました。',
  '{next_attempt}, the last': '{next_attempt}（最後の試行）',
  '{next_attempt}. If it fails, with the default delays: {attempts}.':
    '{next_attempt}。失敗した場合（既定の間隔）：{attempts}。',
  'The cause of {number} of {failed_attempts} in the last day, most recently {time}.':
    '過去 24 時間の{failed_attempts}のうち {number} 件がこの理由です（最新：{time}）。',
  '{reference}: {state}': '{reference}：{state}',
  '{scopes} and {count} more': '{scopes}、ほか {count} 件',
  '{status} after {duration}, {time}': '{status}（{duration}）、{time}',
  '{value} h': '{value} 時間',
  '{value} min': '{value} 分',
  '{value} ms': '{value} ms',
  '{value} s': '{value} 秒',
  '{version} (latest)': '{version}（最新）',
  '{version} (previous)': '{version}（旧）',
  '+ 1 day': '+ 1 日',
  '+ 1 hour': '+ 1 時間',
  '+ 1 week': '+ 1 週間',
  '+ 30 days': '+ 30 日',
  'All of the last {attempts} attempts failed {window}.':
    '{window}の直近 {attempts} 回の試行はすべて失敗しました。',
  'All of the last {attempts} attempts failed. Failing for {time}.':
    '{time}前から、直近 {attempts} 回の試行はすべて失敗しています。',
  '1. Create and deploy a new key': '1. 新しいキーを作成して反映',
  '10 minutes': '10 分',
  '12 hours': '12 時間',
  '2 hours': '2 時間',
  '2 secrets, the old one expires {time}': 'シークレット 2 件（古い方の期限：{time}）',
  '2 signatures': '署名 2 件',
  '2. Watch traffic switch over': '2. 通信の切り替わりを確認',
  '2nd attempt': '2 回目の試行',
  '3. Revoke the old key': '3. 古いキーを無効化',
  '30 seconds': '30 秒',
  '3rd attempt': '3 回目の試行',
  '403 Forbidden: signature or timestamp rejected':
    '403 Forbidden：署名またはタイムスタンプが拒否されました',
  '4th attempt': '4 回目の試行',
  '5th attempt': '5 回目の試行',
  '64 characters of lower-case hex': '小文字の 16 進数 64 文字',
  'A 4xx status means that the receiver rejected the request.':
    '4xx ステータスは、受信側がリクエストを拒否したことを示します。',
  'A 5xx status means that the receiver failed.':
    '5xx ステータスは、受信側でエラーが発生したことを示します。',
  'A delivery fails after five attempts. You can resend it from the log.':
    '5 回の試行で届かない配信は失敗になります。ログから再送できます。',
  'A JSON:API document: {example}. Media type application/vnd.api+json, which some frameworks do not parse by default. The status is called state; there are no line items and no metadata.':
    'JSON:API ドキュメントです：{example}。メディアタイプは application/vnd.api+json で、既定では解析しないフレームワークがあります。ステータスの名前は state です。明細とメタデータは含まれません。',
  'A key that leaks does less harm if it expires. Admins get an email before.':
    '期限があれば、キーが漏えいしたときの被害が小さくなります。期限の前に管理者にメールでお知らせします。',
  'A program still uses it. Create a new key for it.':
    'まだ使っているプログラムがあります。そのプログラム用に新しいキーを作成してください。',
  'A program that can change webhook endpoints decides where your data goes. Confirm that it’s you.':
    'Webhook エンドポイントを変更できるプログラムは、データの送信先を決められます。ご本人であることを確認してください。',
  'A proxy or framework in front of the receiver requires authentication.':
    '受信側の手前にあるプロキシまたはフレームワークが認証を要求しています。',
  'A refresh token is only valid at /auth/token, to get a new access token.':
    'リフレッシュトークンは、/auth/token で新しいアクセストークンを取得するときにのみ使えます。',
  'about 10 minutes later': 'その約 10 分後',
  'about 12 hours later': 'その約 12 時間後',
  'about 2 hours later': 'その約 2 時間後',
  'about 30 seconds after the first': '1 回目の約 30 秒後',
  'Access tokens last an hour. Use the refresh token to get a new one before that.':
    'アクセストークンの有効期間は 1 時間です。期限前にリフレッシュトークンで新しいものを取得してください。',
  Active: '有効',
  'Add header': 'ヘッダーを追加',
  'Add the missing key to BESTOW_SECRET_KEY and restart Bestow, or rotate the secret here and give the new one to the receiver. Paused deliveries then continue with all their attempts.':
    'BESTOW_SECRET_KEY に不足しているキーを追加して Bestow を再起動するか、ここでシークレットをローテーションし、新しいシークレットを受信側に設定してください。その後、一時停止中の配信はすべての試行回数で再開します。',
  'Add the URL of your software to receive an event whenever a gift is created, redeemed, dispatched, delivered or cancelled.':
    'お使いのソフトウェアの URL を追加すると、ギフトの作成、受け取り手続き、発送、配達完了、取り消しのたびにイベントを受信できます。',
  'address not allowed': 'アドレス拒否',
  'All {attempts} attempts {window} arrived.': '{window}の試行は {attempts} 回すべて成功しました。',
  'All done: {old_key} was revoked {time}. <a>Back to API keys</a>':
    '完了：{old_key} は{time}に無効化されました。<a>API キーに戻る</a>',
  'All requests for it': '関連するすべてのリクエスト',
  'All tokens of {name} revoked.': '{name}のすべてのトークンを無効にしました。',
  'Allow the connection in the firewall, and check that the host is up.':
    'ファイアウォールで接続を許可し、ホストが稼働していることを確認してください。',
  'Allowed addresses (optional)': '許可するアドレス（任意）',
  'Allowed addresses of {name}': '{name}の許可するアドレス',
  'Allowed addresses of {name} saved. They apply from the next request.':
    '{name}の許可するアドレスを保存しました。次のリクエストから適用されます。',
  'Also manage webhook endpoints': 'Webhook エンドポイントも管理する',
  'Also send Standard Webhooks headers': 'Standard Webhooks のヘッダーも送信する',
  'Also send attention events': '要対応の項目も送信する',
  'Also sign with Ed25519': 'Ed25519 でも署名する',
  'Always last.': '常に最後。',
  'An API key gives a program access to this account, with the permissions you choose. Keys are shown once.':
    'API キーを使うと、プログラムが選択した権限でこのアカウントにアクセスできます。キーが表示されるのは一度だけです。',
  'An API key is enough for most integrations. Use OAuth for short-lived tokens, or for apps that act with a user’s consent.':
    'ほとんどの連携は API キーで十分です。有効期間の短いトークンや、ユーザーの同意を得て動作するアプリには OAuth を使ってください。',
  'an hour ago': '1 時間前',
  'Any 2xx status accepts the event. The response body is ignored.':
    '2xx のステータスを返すと、イベントを受け入れたことになります。応答のボディは無視されます。',
  'API key': 'API キー',
  'API key not found': 'API キーが見つかりません',
  'API token in the x-api-key header': 'API トークンが x-api-key ヘッダーにあります',
  Arrived: '成功',
  'As it is sent, except for the event ID, the timestamp and the signature.':
    'イベント ID、タイムスタンプ、署名を除き、送信される内容と同じです。',
  'As the first attempt will send it, except for timestamp and signature.':
    '最初の試行で送信される内容です（タイムスタンプと署名を除く）。',
  'As the last attempt sent it, {time}.': '最後の試行（{time}）で送信された内容です。',
  'Ask the operator of this service. Your receiver is not the cause.':
    'このサービスの運用担当者にお問い合わせください。受信側が原因ではありません。',
  'At least {count} events will be resent.': '{count} 件以上のイベントを再送します。',
  'At most once, even if a part is reshipped.': '一部が再発送されても、最大 1 回。',
  'Attempt {number}': '試行 {number}',
  'attempt {number} about {delay} later': '{number} 回目は約 {delay}後',
  'Attempt results explained': '試行結果の説明',
  Attempts: '試行',
  'Attempts in 24 hours': '24 時間の試行数',
  'Attempts of the last 24 hours: {ok} arrived, {failed} failed':
    '過去 24 時間の試行：成功 {ok} 件、失敗 {failed} 件',
  'bad response': '不正な応答',
  Body: 'ボディ',
  'Body format': 'ボディの形式',
  'Both keys work until you revoke the old one.':
    '古いキーを無効にするまで、両方のキーを使えます。',
  'Both keys work until you revoke the old one. It expires on {date}.':
    '古いキーを無効にするまで、両方のキーを使えます。古いキーの有効期限は{date}です。',
  'The body as sent, {time}.': '送信された本文です（{time}）。',
  'The old key no longer works.': '古いキーは使えなくなっています。',
  'You can leave and return to this URL.': 'ページを離れても、この URL に戻れば続けられます。',
  'Call the region of the account.': 'アカウントのリージョンを呼び出してください。',
  cancelled: '取り消し',
  'Cancelled|event': '取り消し',
  'Cannot sign requests': 'リクエストに署名できません',
  'Certificate authority': '認証局',
  'Certificate expires soon': '証明書がまもなく期限切れ',
  'Certificate has expired': '証明書の期限切れ',
  Certificates: '証明書',
  'Change allowed addresses…': '許可するアドレスを変更…',
  'Change gift states, simulate carriers and advance the clock. Emails, events and deliveries are sent as usual.':
    'ギフトの状態変更、配送業者のシミュレーション、時計の前倒しができます。メール、イベント、配信は通常どおり送信されます。',
  'Change permissions…': '権限を変更…',
  'Change the endpoint to the target URL of the redirect. A missing or extra trailing slash is a common cause.':
    'エンドポイントをリダイレクト先の URL に変更してください。末尾のスラッシュの過不足がよくある原因です。',
  'Changes apply to the next attempt. Recorded bodies stay as they are.':
    '変更は次の試行から適用されます。記録済みのボディは変わりません。',
  'Check its logs for the ID of the event.': 'ログでイベント ID を確認してください。',
  'Check its logs. Often the body was parsed before the signature was verified, or another payload version was expected.':
    '受信側のログを確認してください。多くの場合、署名の検証前にボディを解析しているか、別のペイロードバージョンを想定しています。',
  'Check that it uses the current secret of this endpoint and verifies the raw bytes, and that its clock is correct.':
    'このエンドポイントの現在のシークレットを使い、生のバイト列を検証していること、時計が正しいことを確認してください。',
  'Check that the address is correct and reachable from the internet.':
    'アドレスが正しく、インターネットから到達できることを確認してください。',
  'Check the logs of your server.': 'サーバーのログを確認してください。',
  'Check the path of the URL, and that the route is deployed.':
    'URL のパスと、ルートがデプロイされていることを確認してください。',
  'Check the port, and whether the URL should start with https://.':
    'ポートと、URL が https:// で始まるべきかどうかを確認してください。',
  'Check the spelling of the host name, and that its DNS record is public.':
    'ホスト名のつづりと、DNS レコードが公開されていることを確認してください。',
  'Check whether the receiver crashed, a proxy dropped the connection, or the server requires another client certificate.':
    '受信側がクラッシュした、プロキシが接続を切断した、またはサーバーが別のクライアント証明書を要求していないか確認してください。',
  'Check your signature': '署名を確認',
  'Choose a file for: {label}': 'ファイルを選択：{label}',
  Client: 'クライアント',
  'Client certificate': 'クライアント証明書',
  'Client ID': 'クライアント ID',
  Clock: '時計',
  'Clock advanced.': '時計を進めました。',
  'Clock advanced. {count} gifts changed state.': {
    other: '時計を進めました。{count} 件のギフトの状態が変わりました。',
  },
  Connect: '接続',
  'connection failed': '接続失敗',
  'connection refused': '接続拒否',
  'connection timed out': '接続タイムアウト',
  Connection: '接続',
  'Connection closed without a response': '応答なしで接続が閉じられました',
  'Connection refused': '接続が拒否されました',
  'Copy {label}': '{label}をコピー',
  'Copy client ID': 'クライアント ID をコピー',
  'Copy ID': 'ID をコピー',
  'Copy previous key': '以前の鍵をコピー',
  'Copy public key': '公開鍵をコピー',
  'Copy resource ID': 'リソース ID をコピー',
  'Copy SHA-256': 'SHA-256 をコピー',
  'Copy URL': 'URL をコピー',
  'Correct, export and erase recipients': '受取人の修正、エクスポート、消去',
  Count: '件数',
  'Counting…': '集計中…',
  'Create a new token.': '新しいトークンを作成してください。',
  'Create an API key and call the API. Requests appear here within a second.':
    'API キーを作成して API を呼び出してください。リクエストは 1 秒以内にここに表示されます。',
  'Create and change endpoints, and resend deliveries': 'エンドポイントの作成と変更、配信の再送',
  'Create and change products, stock and warehouses': '商品、在庫、倉庫の作成と変更',
  'Create client': 'クライアントを作成',
  'Create new key': '新しいキーを作成',
  'Create sample gifts': 'サンプルギフトを作成',
  'Create sample gifts for five fictional recipients from your first campaign.':
    '最初のキャンペーンから、架空の受取人 5 名にサンプルギフトを作成します。',
  'Create the new key first.': '先に新しいキーを作成してください。',
  'Create, change and archive campaigns': 'キャンペーンの作成、変更、アーカイブ',
  'Create, change and close one-links, and decide on claims':
    'ワンリンクの作成、変更、終了、申し込みの承認・却下',
  'Created|event': '作成',
  curl: 'curl',
  'curl, signed with your secret': 'シークレットで署名する curl コマンド',
  Custom: 'カスタム',
  'Custom headers (optional)': 'カスタムヘッダー（任意）',
  Data: 'データ',
  Delete: '削除',
  'Delete this endpoint?': 'このエンドポイントを削除しますか？',
  'Delete…': '削除…',
  delivered: '配達済み',
  'Delivered.': '配信済みです。',
  'Delivered|delivery': '配信済み',
  'Delivered|event': '配達完了',
  'Delivered|parcel': '配達済み',
  'Deliveries of this event': 'このイベントの配信',
  'delivery {id}': '配信 {id}',
  'delivery attempt failed': '配達失敗',
  'Delivery attempted': '配達失敗',
  Disable: '無効にする',
  'Disable or delete the endpoint if it is no longer needed.':
    '不要になったエンドポイントは、無効にするか削除してください。',
  'Disable this endpoint?': 'このエンドポイントを無効にしますか？',
  'Disable…': '無効にする…',
  Disabled: '無効',
  'Dispatched|event': '発送',
  'DNS lookup failed': 'DNS エラー',
  'DNS has no address for the host name in the URL.':
    'URL のホスト名に対応するアドレスが DNS にありません。',
  'Done {time}: the new key ends in {new_key}. Replace {old_key} with it everywhere.':
    '{time}に完了：新しいキーの末尾は {new_key} です。{old_key} をすべて置き換えてください。',
  Download: 'ダウンロード',
  'Download the example of version {version}': 'バージョン {version} の例をダウンロード',
  'Each delay varies by ±20%. The operator of this installation can change the delays.':
    'それぞれ ± 20 % の幅があります。間隔は、この環境の運用担当者が変更できます。',
  'Each bar is half an hour. Green: arrived. Red: failed.':
    '棒 1 本が 30 分です。緑：成功、赤：失敗。',
  'Each bar is half an hour. Green: arrived. Red: failed. Only the newest 20,000 deliveries are counted.':
    '棒 1 本が 30 分です。緑：成功、赤：失敗。最新の 20,000 件の配信だけを集計しています。',
  'Each event is about one gift. <a>Examples</a>':
    '各イベントは 1 つのギフトに関するものです。<a>例を見る</a>',
  'Each event that failed all five attempts is resent once, with the same event ID and body, and five new attempts. Test events and events already resent are skipped.':
    '5 回の試行がすべて失敗したイベントを、同じイベント ID とボディで 1 回ずつ再送します（新たに 5 回試行）。テストイベントと再送済みのイベントは対象外です。',
  'Each time the parcel returns to transit.': '荷物が再び輸送中になるたび。',
  'Ed25519 key': 'Ed25519 鍵',
  'Edit or rotate secret': '編集・シークレットのローテーション',
  Enable: '有効にする',
  'Enable the endpoint first.': '先にエンドポイントを有効にしてください。',
  'Enable the endpoint to send it a test.':
    'テストを送信するには、エンドポイントを有効にしてください。',
  'Enable this media type in your framework, or change the endpoint to 2026-05.':
    'フレームワークでこのメディアタイプを有効にするか、エンドポイントを 2026-05 に変更してください。',
  'Enabled. Paused deliveries continue now.': '有効にしました。一時停止中の配信を再開します。',
  'Endpoint details': 'エンドポイントの詳細',
  'endpoint disabled': 'エンドポイントが無効',
  'Endpoint disabled.': 'エンドポイントを無効にしました。',
  'Endpoints receive it in full. An admin can reveal it on the gift’s page after giving a reason.':
    'エンドポイントには全文が送信されます。管理者は、理由を入力すればギフトのページで表示できます。',
  'Endpoints receive it in full. To see it, give a reason on <a>the gift’s page</a>.':
    'エンドポイントには全文が送信されます。表示するには、<a>ギフトのページ</a>で理由を入力してください。',
  'Error code reference': 'エラーコード一覧',
  'Errors returned': '返されたエラー',
  'Event examples': 'イベントの例',
  'Event ID': 'イベント ID',
  'Event log': 'イベントログ',
  'Separate events such as attention.backordered and attention.cleared. Your receiver must handle them.':
    'attention.backordered や attention.cleared などの独立したイベントです。受信側が対応している必要があります。',
  'Events that occur while it is disabled are never sent to it, not even after you enable it again.':
    '無効な間に発生したイベントは、再び有効にしても送信されません。',
  'Every email of this installation, as the recipient sees it.':
    'この環境のすべてのメールを、受取人に見えるとおりに表示します。',
  'Every event sent to an endpoint appears here, with each attempt.':
    'エンドポイントに送信したすべてのイベントと各試行がここに表示されます。',
  'Every event sent to an endpoint, with each attempt. Attempts are stored for 90 days, bodies for 30.':
    'エンドポイントに送信したすべてのイベントと各試行です。試行は 90 日間、ボディは 30 日間保存されます。',
  'Everything the API can do, including what later versions add.':
    '今後のバージョンで追加されるものを含め、API のすべての操作ができます。',
  'Exempt webhook requests from authentication, and verify their signature instead.':
    'Webhook リクエストを認証の対象から外し、代わりに署名を検証してください。',
  'Expired {time}': '期限切れ：{time}',
  Expires: '有効期限',
  'Expires {time}': '有効期限：{time}',
  'Failed after the fifth attempt. You can resend it.':
    '5 回目の試行でも失敗しました。再送できます。',
  'Failed, because its endpoint or body was deleted.':
    'エンドポイントまたはボディが削除されたため失敗しました。',
  'Failed|delivery': '失敗',
  Failing: '障害中',
  'Finished.': '完了しました。',
  'First call': '最初の呼び出し',
  'Flat JSON, as in API responses: {example}. Media type application/json.':
    'API の応答と同じフラットな JSON です：{example}。メディアタイプは application/json です。',
  'For a digital gift, delivered is sent at the same time, in either order.':
    'デジタルギフトでは、delivered も同時に送信されます（順不同）。',
  'For existing integrations. Use 2026-05 for new ones.':
    '既存の連携のためのバージョンです。新規の場合は 2026-05 を使ってください。',
  'For receivers that verify with a public key, so that a leak at the receiver cannot be used to forge events. Includes the Standard Webhooks headers.':
    '公開鍵で検証する受信側のための設定です。受信側から情報が漏れても、イベントの偽造には使えません。Standard Webhooks のヘッダーを含みます。',
  'For receivers that verify with a Standard Webhooks library. The default headers are still sent.':
    'Standard Webhooks のライブラリで検証する受信側のための設定です。既定のヘッダーも引き続き送信されます。',
  'For receivers that use a private certificate authority or require mutual TLS. PEM format.':
    '独自の認証局の証明書を使う受信側、または相互 TLS を必要とする受信側のための設定です。すべて PEM 形式です。',
  'For short-lived tokens, or apps that act with a user’s consent. An API key is simpler.':
    '有効期間の短いトークンや、ユーザーの同意を得て動作するアプリに使います。API キーの方が簡単です。',
  'For your team, for example “Orders in the ERP”.': 'チーム用のメモです（例：ERP の注文）。',
  'From now on, line_items has the chosen items.':
    '以降、line_items に選択されたアイテムが入ります。',
  'From the start of an attempt to the response status. Solid line: median. Dashed line: 95th percentile.':
    '試行の開始から応答ステータスまでの時間です。実線：中央値、破線：95 パーセンタイル。',
  'Full access': 'フルアクセス',
  'Full access and webhooks': 'フルアクセスと Webhook',
  Generate: '発行',
  'Generate new API key': 'API キーを発行',
  'Get signed events at your URLs within a second.':
    '署名付きのイベントを、指定した URL で 1 秒以内に受け取れます。',
  'Get tokens from {url}. Also send the header x-api-key with each call.':
    'トークンは {url} で取得します。各呼び出しで x-api-key ヘッダーも送信してください。',
  'Gift ID': 'ギフト ID',
  'Gift: reference or ID': 'ギフト：参照番号または ID',
  'Gifts in production are real. Use an account of a staging installation.':
    '本番のギフトは実際に送られます。ステージング環境のアカウントを使ってください。',
  'Give the host a public address, or ask the operator to add its network to BESTOW_WEBHOOK_ALLOWED_NETWORKS. For your own computer, use bestow listen.':
    'ホストにパブリックアドレスを割り当てるか、BESTOW_WEBHOOK_ALLOWED_NETWORKS にネットワークを追加するよう運用担当者に依頼してください。ご自身のコンピューターでは bestow listen を使ってください。',
  'Good to know': '補足',
  'Half hours with attempts': '試行のあった 30 分ごとの区間',
  Headers: 'ヘッダー',
  Health: '稼働状況',
  Healthy: '正常',
  'Host name not found': 'ホスト名が見つかりません',
  'Host unreachable': 'ホストに到達できません',
  'How the signature is computed': '署名の計算方法',
  'How to verify requests, how to respond, and what attempt results mean.':
    'リクエストの検証方法、応答の仕方、試行結果の意味を説明します。',
  Id: 'ID',
  'Idempotency-Key': 'Idempotency-Key',
  'If your server is only down for a while, leave it enabled: five attempts span about 14 hours, and failed events can be resent.':
    'サーバーの停止が一時的であれば、有効のままにしてください。5 回の試行は約 14 時間にわたり、失敗したイベントは再送できます。',
  'In 30 days': '30 日後',
  'In 90 days': '90 日後',
  'In a year': '1 年後',
  'in the last 15 minutes': '過去 15 分間',
  'in the last day': '過去 24 時間',
  'In the last day, that would have been {count} events.': {
    other: '過去 24 時間なら {count} 件のイベントが該当します。',
  },
  'in the last hour': '過去 1 時間',
  'in transit': '輸送中',
  'In transit': '輸送中',
  'IP addresses and ranges of your servers, for example 203.0.113.7 or 2001:db8::/32. Leave empty to allow every address.':
    'サーバーの IP アドレスと範囲（例：203.0.113.7、2001:db8::/32）。空欄にすると、すべてのアドレスを許可します。',
  'It can request new tokens at once. Apps need their users’ consent again.':
    '新しいトークンはすぐに取得できます。アプリの場合は、改めてユーザーの同意が必要です。',
  'It expired {time}. Upload a newer one in the settings, so that deliveries do not fail.':
    '{time}に期限が切れました。配信が失敗しないよう、設定で新しいものをアップロードしてください。',
  'It expires {time}. Upload a newer one in the settings, so that deliveries do not fail.':
    '{time}に期限が切れます。配信が失敗しないよう、設定で新しいものをアップロードしてください。',
  'It gets the same name, permissions, lifetime and allowed addresses. Replace …{last_four} with it everywhere.':
    '名前、権限、有効期間、許可するアドレスは同じです。…{last_four} をすべて新しいキーに置き換えてください。',
  'It has upper-case letters or white space. Send lower-case hex.':
    '大文字または空白が含まれています。小文字の 16 進数を使ってください。',
  'It is in base64. Service-Webhook-Signature is in hex; only webhook-signature is in base64.':
    'base64 になっています。Service-Webhook-Signature は 16 進数で、base64 なのは webhook-signature だけです。',
  'It is not 64 characters of hex: a part is missing, or it is another hash.':
    '16 進数 64 文字ではありません。一部が欠けているか、別のハッシュです。',
  'It works immediately, until it expires or you revoke it. Store it in a secret manager, never in a web page, an app or a repository.':
    'すぐに使え、有効期限が切れるか無効にするまで有効です。シークレットマネージャーに保管し、ウェブページ、アプリ、リポジトリには決して入れないでください。',
  'Its delivery log is preserved.': '配信ログは保存されます。',
  'Its OAuth client was revoked': 'OAuth クライアントが無効化されています',
  'Its Retry-After is respected, up to twice the default delay. Raise its limit if this persists.':
    'Retry-After は既定の間隔の 2 倍まで尊重されます。続く場合は上限を引き上げてください。',
  'Its tokens stop working at once, and it gets no new ones. This can’t be undone.':
    'トークンはすぐに使えなくなり、新しく取得することもできません。この操作は元に戻せません。',
  'Its URL receives no more events and its secret stops working. This can’t be undone.':
    'この URL にイベントは送信されなくなり、シークレットも使えなくなります。この操作は元に戻せません。',
  'Jump to state': '状態へ移動',
  Key: 'キー',
  'Client certificate key': 'クライアント証明書の鍵',
  'Last 15 minutes': '過去 15 分',
  'Last 24 hours': '過去 24 時間',
  'Last day': '最終日',
  'Last delivered': '最後の配信',
  'Last failure': '最後の失敗',
  'Last hour': '過去 1 時間',
  'Last response': '最後の応答',
  'Last used {time}': '最終使用：{time}',
  'Line for .env': '.env 用の行',
  lost: '紛失',
  'Lost|parcel': '紛失',
  Mailbox: 'メールボックス',
  'Method|http': 'メソッド',
  'Malformed Authorization header': 'Authorization ヘッダーの形式が不正です',
  'Malformed token': 'トークンの形式が不正です',
  'May arrive after delivered if an attempt was delayed.':
    '試行が遅れた場合、delivered の後に届くことがあります。',
  'May arrive before dispatched.': 'dispatched より先に届くことがあります。',
  'Means: now in transit.': '輸送中になったことを示します。',
  Median: '中央値',
  More: 'その他',
  'More|diagnosis': '詳しく見る',
  'Name of header {number}': 'ヘッダー {number} の名前',
  'Name|phase': '名前解決',
  Never: 'なし',
  'New client secret': '新しいクライアントシークレット',
  'New OAuth client': '新しい OAuth クライアント',
  'next attempt in {time}': '次の試行まで {time}',
  'next attempt now': '次の試行：今すぐ',
  'Next state': '次の状態',
  'No action needed. Your server may have received this event twice: compare the event ID.':
    '対応は不要です。サーバーがこのイベントを 2 回受信している可能性があります。イベント ID を比較してください。',
  'No API keys yet': 'API キーはまだありません',
  'No attempt in the last day. {failed} of the last {count} deliveries failed.': {
    other:
      '過去 24 時間の試行はありません。直近 {count} 件の配信のうち {failed} 件が失敗しました。',
  },
  'No attempt in the last day. The last {count} deliveries arrived.': {
    other: '過去 24 時間の試行はありません。直近 {count} 件の配信は成功しました。',
  },
  'no attempts': '試行なし',
  'No attempts in the last 24 hours': '過去 24 時間の試行はありません',
  'No campaign invites recipients by email. Create one first: sample gifts need it.':
    '受取人をメールで招待するキャンペーンがありません。サンプルギフトに必要なため、先に作成してください。',
  'No common mistake explains it. Either the secret belongs to another endpoint, or the body differs from the one above.':
    'よくある誤りでは説明できません。別のエンドポイントのシークレットか、上と異なるボディです。',
  'No connection within 5 seconds': '5 秒以内に接続できませんでした',
  'No deliveries are pending.': '保留中の配信はありません。',
  'No deliveries yet': '配信はまだありません',
  'No endpoint was subscribed when the event occurred.':
    'イベントの発生時に、購読しているエンドポイントがありませんでした。',
  'No endpoints yet': 'エンドポイントはまだありません',
  'No event failed all its attempts in this time.':
    'この期間に、すべての試行が失敗したイベントはありません。',
  'Items out of stock, rejected labels and failed delivery attempts trigger none of these events. To be notified, turn on attention events for the endpoint, or <a>see the gifts</a> that are stuck. Any event may arrive twice: store its ID and ignore duplicates.':
    '在庫切れ、宛名ラベルの拒否、配達の失敗では、これらのイベントは送信されません。通知を受け取るには、エンドポイントで要対応のイベントを有効にするか、<a>止まっているギフト</a>をご確認ください。同じイベントが二度届くことがあります。ID を保存し、重複は無視してください。',
  'No events are recorded for a disabled endpoint.':
    '無効なエンドポイントにはイベントが記録されません。',
  'No events are recorded for it.': 'イベントは記録されません。',
  'No events are recorded for it. {count} deliveries are paused until it is enabled.': {
    other: 'イベントは記録されません。有効にするまで、{count} 件の配信を一時停止しています。',
  },
  'No events yet': 'イベントはまだありません',
  'No longer stored.': '保存期間が過ぎました。',
  'No OAuth clients yet': 'OAuth クライアントはまだありません',
  'No requests used it in the last day.':
    '過去 24 時間に、このキーを使ったリクエストはありません。',
  'No requests yet': 'リクエストはまだありません',
  'no response': '応答なし',
  'No response': '応答なし',
  'No response within 15 seconds': '15 秒以内に応答がありませんでした',
  Node: 'Node',
  none: 'なし',
  None: 'なし',
  'none failed': '失敗なし',
  'none: only the new key': 'なし：新しい鍵のみ',
  'none: only the new secret': 'なし：新しいシークレットのみ',
  'none|version': 'なし',
  'Not available in production': '本番では利用できません',
  'Not part of full access: create and change endpoints, and resend deliveries.':
    'フルアクセスには含まれません：エンドポイントの作成と変更、配信の再送。',
  'Nothing sent yet': 'まだ送信なし',
  'Nothing waits for longer than a few seconds.': '数秒以上待機しているものはありません。',
  now: '現在',
  Now: '現在',
  'of {attempts} in 24 hours, p95 {p95}': '24 時間の {attempts} 件、p95 {p95}',
  'of the newest {attempts}, p95 {p95}': '最新の {attempts} 件、p95 {p95}',
  Old: '旧',
  'Old secret stays valid for': '古いシークレットの有効期間',
  'On a date…': '日付を指定…',
  'Once for each gift.': 'ギフトごとに 1 回。',
  'Once.': '1 回。',
  'One per line. They must match exactly.': '1 行に 1 つ。完全に一致する必要があります。',
  'Only available while no mail server is set up.':
    'メールサーバーが設定されていない間だけ利用できます。',
  'Only certificates that it issued are trusted, in place of the public authorities.':
    '公的な認証局の代わりに、この認証局が発行した証明書だけを信頼します。',
  'Only events from now on are sent.': 'これ以降に発生するイベントだけが送信されます。',
  'Only from {addresses}': '{addresses} からのみ',
  'Only what you select below.': '下で選択したものだけです。',
  open: '開く',
  'Open delivery': '配信を開く',
  'Open mailbox': 'メールボックスを開く',
  Order: '順序',
  ordered: '注文済み',
  'out for delivery': '配達中',
  'Out for delivery': '配達中',
  Outcome: '結果',
  'Outcome unknown': '結果不明',
  'Overlap with the old key': '古い鍵との併用期間',
  'Overlap with the old secret': '古いシークレットとの併用期間',
  'Parcel {number}: {state}.': '荷物 {number}：{state}',
  'Path contains': 'パスに含む文字',
  'Paused while its endpoint is disabled.': 'エンドポイントが無効な間は一時停止します。',
  'Paused: the signing secret of its endpoint cannot be decrypted.':
    '一時停止中：エンドポイントの署名シークレットを復号できません。',
  'Paused|delivery': '一時停止中',
  'Payload version': 'ペイロードのバージョン',
  'Payload version 2025-10 uses application/vnd.api+json, which some frameworks do not parse by default.':
    'ペイロードバージョン 2025-10 は application/vnd.api+json を使います。既定では解析しないフレームワークがあります。',
  'Pending|delivery': '保留中',
  Period: '期間',
  'Permissions of {name}': '{name}の権限',
  'Permissions of {name} saved. They apply from the next request.':
    '{name}の権限を保存しました。次のリクエストから適用されます。',
  placing: '手配中',
  'Port not allowed': '許可されていないポート',
  'port not allowed': 'ポート拒否',
  'POST {url}': 'POST {url}',
  'Previous key': '以前の鍵',
  'Private address': 'プライベートアドレス',
  'proxy failed': 'プロキシエラー',
  'Public key': '公開鍵',
  'Query parameters': 'クエリパラメーター',
  'Query values and the body are not stored: fill in your own.':
    'クエリの値とボディは保存されません。ご自身の値を入力してください。',
  'Raise its limit. Webhook bodies stay below 1 MiB.':
    '上限を引き上げてください。Webhook のボディは 1 MiB 未満です。',
  'Read campaigns': 'キャンペーンの閲覧',
  'Read endpoints, deliveries and attempts': 'エンドポイント、配信、試行の閲覧',
  'Read events, and what needs attention': 'イベントと要対応の項目の閲覧',
  'Read gifts, their parcels, emails and history': 'ギフトとその荷物、メール、履歴の閲覧',
  'Read one-links and their claims': 'ワンリンクとその申し込みの閲覧',
  'Read only': '閲覧のみ',
  'Read products, stock and warehouses': '商品、在庫、倉庫の閲覧',
  'Read recipients': '受取人の閲覧',
  'Read reports and exports': 'レポートとエクスポートの閲覧',
  'Reads figures and events, but no single gift.':
    '集計値とイベントを読み取ります。個々のギフトは見られません。',
  'Real events': '実際のイベント',
  'Real time.': '実際の時刻です。',
  'Receives POST requests. Redirects are not followed.':
    'POST リクエストを受信します。リダイレクトには従いません。',
  'Recent API requests. Heavy traffic is sampled. IDs and parameter names are stored; values and bodies are not.':
    '最近の API リクエストです。通信量が多いときは一部だけを記録します。ID とパラメーター名は保存されますが、値とボディは保存されません。',
  'Recipient or reference': '受取人または参照番号',
  Recorded: '記録日時',
  Recovering: '回復中',
  'Redeemed|event': '手続き完了',
  'redemption_url is null: the link is created shortly afterwards. Also sent for the unclaimed gifts of a one-link.':
    'redemption_url は null です。リンクは直後に作成されます。ワンリンクの未申し込みのギフトについても送信されます。',
  redirect: 'リダイレクト',
  'Redirect URIs': 'リダイレクト URI',
  'Redirects are not followed': 'リダイレクトには従いません',
  'Refresh token sent as the access token':
    'リフレッシュトークンがアクセストークンとして送信されました',
  refused: '拒否',
  'Register the route for POST.': 'ルートを POST で登録してください。',
  Rejected: '拒否',
  'Rejected by your server': 'サーバーが拒否しました',
  'Remove header {name}': 'ヘッダー「{name}」を削除',
  'Remove the certificate authority?': '認証局を削除しますか？',
  'Remove the client certificate?': 'クライアント証明書を削除しますか？',
  'Rendered once, when the event occurred. Every attempt sends these bytes.':
    'イベントの発生時に一度だけ生成され、すべての試行で同じバイト列が送信されます。',
  'Renew the certificate, and serve the full chain. If the endpoint has its own certificate authority, check that it issued the certificate.':
    '証明書を更新し、完全なチェーンを返してください。エンドポイントに独自の認証局がある場合は、その認証局が発行した証明書であることを確認してください。',
  'Repeat this request': 'このリクエストを再実行',
  Repeats: '回数',
  'Reported by the server: {error}': 'サーバーからの報告：{error}',
  Reports: 'レポート',
  'Reports and events': 'レポートとイベント',
  Requests: 'リクエスト',
  'Requests (24 h)': 'リクエスト（24 時間）',
  'Requests per minute in the last hour, live.':
    '過去 1 時間の 1 分あたりのリクエスト数（リアルタイム）です。',
  'Requests per minute with …{last_four} in the last hour':
    '過去 1 時間の …{last_four} による 1 分あたりのリクエスト数',
  'Requests per second (optional)': '1 秒あたりのリクエスト数（任意）',
  'Requests with it are rejected from now on. This can’t be undone: programs that still use it need a new key.':
    '以後、このキーを使うリクエストは拒否されます。この操作は元に戻せません。まだ使っているプログラムには新しいキーが必要です。',
  'Resend {count}': '{count} 件を再送',
  'Resend failed events': '失敗したイベントを再送',
  'Resend failed events…': '失敗したイベントを再送…',
  'Resend of': '再送元',
  'Resending {count} deliveries.': { other: '{count} 件の配信を再送しています。' },
  resent: '再送',
  Resent: '再送',
  'Resent, {number}': '再送 {number}',
  reset: '接続リセット',
  Resource: 'リソース',
  'Resource ID': 'リソース ID',
  Respond: '応答',
  'Respond at once and process the event afterwards. An attempt fails after 15 seconds.':
    'すぐに応答し、イベントの処理はその後に行ってください。15 秒を過ぎると試行は失敗になります。',
  Response: '応答',
  'Response time': '応答時間',
  'Response time in the last 24 hours: 95th percentile at most {slowest}':
    '過去 24 時間の応答時間：95 パーセンタイルは最大 {slowest}',
  'response timed out': '応答タイムアウト',
  'Result of the test': 'テストの結果',
  Retries: '再試行',
  'Retry all {count} waiting now': '待機中の {count} 件を今すぐ再試行',
  'Retry all waiting deliveries now': '待機中の配信をすべて今すぐ再試行',
  'Retry now': '今すぐ再試行',
  'Retry the delivery waiting now': '待機中の配信を今すぐ再試行',
  'Retrying ({count} of 5)': '再試行中（{count} / 5）',
  'Return 200 at once, and process the event afterwards.':
    'すぐに 200 を返し、イベントの処理はその後に行ってください。',
  'Return 403 if the signature is wrong or the timestamp is more than 5 minutes off.':
    '署名が正しくない場合や、タイムスタンプのずれが 5 分を超える場合は 403 を返してください。',
  'Return 5xx to get a retry. Every status other than 2xx is retried.':
    '再試行してほしい場合は 5xx を返してください。2xx 以外のステータスはすべて再試行されます。',
  returned: '返送',
  'Returned|parcel': '返送',
  'Revoke {name}?': '{name}を無効にしますか？',
  'Revoke all tokens of {name}?': '{name}のすべてのトークンを無効にしますか？',
  'Revoke all tokens…': 'すべてのトークンを無効にする…',
  'Revoke old': '古いキーを無効にする',
  'Revoke tokens': 'トークンを無効にする',
  'Revoke…': '無効にする…',
  'Revoked {time}': '{time}に無効化',
  'Rotate {name}': '{name}のローテーション',
  'Rotate key': '鍵をローテーション',
  'Rotate secret': 'シークレットをローテーション',
  'Rotate secret…': 'シークレットをローテーション…',
  'Rotate the secret and give the new one to the receiver, or restore the row from a backup. Paused deliveries then continue with all their attempts.':
    'シークレットをローテーションして新しいシークレットを受信側に設定するか、バックアップから行を復元してください。その後、一時停止中の配信はすべての試行回数で再開します。',
  'Rotate…': 'ローテーション…',
  'Runs on a device without a secret. Each user gives consent (authorization code with PKCE).':
    'シークレットなしでデバイス上で動作します。各ユーザーが同意します（PKCE を使う認可コード）。',
  'Runs on a server and has a secret (client credentials).':
    'サーバー上で動作し、シークレットを持ちます（クライアントクレデンシャル）。',
  'Safe once it is unused for {minutes} minutes and all infrequent jobs have run.':
    '{minutes} 分間使用されず、実行頻度の低いジョブもすべて実行された後であれば安全です。',
  'Same resource': '同じリソース',
  'Sample data': 'サンプルデータ',
  'Sample data of a gift that does not exist. One attempt, without retries.':
    '実在しないギフトのサンプルデータです。送信は 1 回だけで、再試行しません。',
  'Save certificates': '証明書を保存',
  Secret: 'シークレット',
  'Sees everything, changes nothing.': 'すべてを閲覧できますが、変更はできません。',
  'Send a test event to see it here at once.':
    'テストイベントを送信すると、すぐにここに表示されます。',
  'Send a test event to see whether it arrives.':
    'テストイベントを送信して、届くかどうか確認してください。',
  'Send a test event, or create a gift.': 'テストイベントを送信するか、ギフトを作成してください。',
  'Send gifts': 'ギフトの送付',
  'Send it again.': 'もう一度送信してください。',
  'Send it as Authorization: Bearer. The header x-api-key is for OAuth clients.':
    'Authorization: Bearer で送信してください。x-api-key ヘッダーは OAuth クライアント用です。',
  'Send one to yourself: its first event appears here within a second.':
    '自分宛てに送ってみてください。最初のイベントが 1 秒以内にここに表示されます。',
  'Send test': 'テストを送信',
  'Send test event': 'テストイベントを送信',
  'Send the client that got this token, or omit the header.':
    'このトークンを取得したクライアントを送信するか、ヘッダーを省略してください。',
  'Send the header Authorization: Bearer, a space, and the token.':
    'ヘッダー Authorization: Bearer に続けて、スペースとトークンを送信してください。',
  'Send the key of the client that got this token.':
    'このトークンを取得したクライアントのキーを送信してください。',
  'Send this account’s tenant, or omit the header.':
    'このアカウントのテナントを送信するか、ヘッダーを省略してください。',
  'Send, change and cancel gifts': 'ギフトの送付、変更、取り消し',
  'Sending first events': '最初のイベントを送信中',
  'Sending now.': '送信中です。',
  'Sends gifts from your campaigns, and follows them.':
    'キャンペーンからギフトを送り、その状況を追跡します。',
  'Sent (digest {digest})': '送信済み（ダイジェスト {digest}）',
  'Sent|phase': '送信',
  'Serve the endpoint on port 443, or ask the operator to add its port to BESTOW_WEBHOOK_PORTS.':
    'ポート 443 でエンドポイントを公開するか、BESTOW_WEBHOOK_PORTS にポートを追加するよう運用担当者に依頼してください。',
  Server: 'サーバー',
  'Server error': 'サーバーエラー',
  'Sign the body below in your code, and paste the result. The check names the mistake if they differ. The secret stays on the server.':
    '下のボディをご自身のコードで署名し、結果を貼り付けてください。一致しない場合は、誤りの内容を表示します。シークレットはサーバーの外に出ません。',
  'Signature from your code': 'コードが計算した署名',
  'Signatures, retries and attempt results': '署名、再試行、試行結果',
  'Signing secret': '署名シークレット',
  'signing secret cannot be decrypted': '署名シークレットを復号できません',
  Simulate: 'シミュレート',
  'Simulate {reference}': '{reference} をシミュレート',
  'Some attempts fail': '一部の試行が失敗',
  'Staging tokens work in staging only, and production tokens in production only. Check the base URL.':
    'ステージングのトークンはステージングでのみ、本番のトークンは本番でのみ使えます。ベース URL を確認してください。',
  'Status|http': 'ステータス',
  'Status|phase': '応答',
  'Start the receiver, and check the port and the firewall.':
    '受信側を起動し、ポートとファイアウォールを確認してください。',
  'Start the receiver, or correct the upstream address of the proxy.':
    '受信側を起動するか、プロキシのアップストリームアドレスを修正してください。',
  'Still in use: {count} requests in the last {minutes} minutes.': {
    other: '使用中：過去 {minutes} 分間に {count} 件のリクエストがあります。',
  },
  'Such as an API key for your gateway. Values are encrypted and never shown again.':
    'ゲートウェイの API キーなどに使います。値は暗号化され、再表示されることはありません。',
  Tenant: 'テナント',
  test: 'テスト',
  'Test event': 'テストイベント',
  Testing: 'テスト',
  Tests: 'テスト',
  'The access token has expired': 'アクセストークンの期限が切れています',
  'The access token was revoked': 'アクセストークンは無効化されました',
  'The account is no longer on the Enterprise tier. Endpoints can’t be changed, and no webhooks are sent.':
    'このアカウントは Enterprise プランではなくなりました。エンドポイントは変更できず、Webhook も送信されません。',
  'The body is no longer stored, or the endpoint was deleted.':
    'ボディの保存期間が過ぎたか、エンドポイントが削除されました。',
  'The body of your code ends with another line break. Sign exactly the bytes that arrive.':
    'コードのボディは末尾の改行が異なります。届いたバイト列をそのまま署名してください。',
  'The body of your code starts with a byte order mark. Remove it.':
    'コードのボディがバイトオーダーマーク（BOM）で始まっています。取り除いてください。',
  'The body was erased together with the recipient’s data.':
    'ボディは受取人のデータとともに消去されました。',
  'The body was erased, or is older than 30 days.': 'ボディは消去されたか、30 日以上前のものです。',
  'The byte count and the SHA-256 are those of the full body; the curl command sends the body as shown here.':
    'バイト数と SHA-256 は完全なボディのものです。curl コマンドは、ここに表示されているとおりのボディを送信します。',
  'The certificate authority expires soon': '認証局の証明書がまもなく期限切れになります',
  'The certificate authority has expired': '認証局の証明書の期限が切れています',
  'The certificate is not trusted, has expired, or is for another host name.':
    '証明書が信頼されていない、期限切れである、または別のホスト名のものです。',
  'The client certificate expires soon': 'クライアント証明書がまもなく期限切れになります',
  'The client certificate has expired': 'クライアント証明書の期限が切れています',
  'The client must request a new one.': 'クライアントが新しいトークンを取得する必要があります。',
  'the earlier delivery': '以前の配信',
  'The endpoint has changed since. The body is what was sent; the URL, optional headers and signature are those of a request sent now.':
    'その後、エンドポイントが変更されています。ボディは送信時のものですが、URL、任意のヘッダー、署名は現在送信する場合のものです。',
  'The errors of the response.': '応答に含まれるエラーです。',
  'The five events a gift can trigger.': 'ギフトで発生する 5 種類のイベントです。',
  'The format is valid, but the token does not exist. It may belong to another installation.':
    '形式は正しいですが、トークンが存在しません。別の環境のトークンかもしれません。',
  'The full stop between the timestamp and the body is missing.':
    'タイムスタンプとボディの間のピリオドがありません。',
  'The gift arrived. At most once for each gift request.':
    'ギフトが届きました。ギフトごとに最大 1 回。',
  'The gift request was cancelled, expired, or its shipment was cancelled.':
    'ギフトの取り消し、期限切れ、または発送の取り消しです。',
  'The gift request was created. Once for each gift request.':
    'ギフトが作成されました。ギフトごとに 1 回。',
  'The gift was cancelled, it expired, or its shipment was cancelled. The event does not say which.':
    'ギフトの取り消し、期限切れ、または発送の取り消しです。どれに当たるかはイベントからはわかりません。',
  'The host did not respond in time. Usually a firewall drops the packets.':
    'ホストが時間内に応答しませんでした。多くの場合、ファイアウォールがパケットを破棄しています。',
  'The host is up, but nothing listens on this port.':
    'ホストは稼働していますが、このポートで待ち受けているものがありません。',
  'The host name resolves to a private or reserved address. Webhooks are only sent to public addresses, and to networks that the operator allows.':
    'ホスト名がプライベートアドレスまたは予約済みアドレスに解決されます。Webhook は、パブリックアドレスと運用担当者が許可したネットワークにのみ送信されます。',
  'The host responds, but the path does not exist.': 'ホストは応答しますが、パスが存在しません。',
  'The key can change webhook endpoints. Confirm that it’s you.':
    'このキーは Webhook エンドポイントを変更できます。ご本人であることを確認してください。',
  'The key is rotated.': '鍵をローテーションしました。',
  'The key is the whole secret as text, with its prefix. The body is the bytes as received, before any parser. {link} has code to copy.':
    '鍵は接頭辞を含むシークレット全体（文字列）です。ボディは解析前の、受信したままのバイト列です。コピーできるコードは「{link}」にあります。',
  'The key only identifies the client. Get an access token for the Authorization header.':
    'このキーはクライアントを識別するだけです。Authorization ヘッダー用にアクセストークンを取得してください。',
  'The key works until the end of this day, in your time zone.':
    'キーは、お使いのタイムゾーンでこの日の終わりまで有効です。',
  'The last {count} attempts arrived, after {failures} {window}.': {
    other: '{window}に {failures}失敗した後、直近 {count} 回の試行は成功しました。',
  },
  'the last 3 days': '過去 3 日間',
  'the last 30 days': '過去 30 日間',
  'the last 6 hours': '過去 6 時間',
  'the last 7 days': '過去 7 日間',
  'the last day': '過去 24 時間',
  'the last hour': '過去 1 時間',
  'The last relevant event for most integrations.':
    'ほとんどの連携で、最後に必要となるイベントです。',
  'The most that this endpoint receives, retries included. From 1 to 1,000.':
    '再試行を含め、このエンドポイントが受信する上限です。1～1,000 の範囲で指定します。',
  'The next attempt connects without it.': '次の試行からは、これなしで接続します。',
  'The next attempt is signed with the new secret. During the overlap, a second header has the old secret’s signature. A receiver that accepts either secret, or reads both headers, misses nothing; any other receiver rejects deliveries until you change its secret.':
    '次の試行は新しいシークレットで署名されます。併用期間中は、2 つ目のヘッダーに古いシークレットの署名が入ります。どちらのシークレットも受け入れるか、両方のヘッダーを読む受信側は、イベントを取りこぼしません。それ以外の受信側は、シークレットを変更するまで配信を拒否します。',
  'the old secret expires {time}': '古いシークレットの期限：{time}',
  'The only attempt {window} arrived.': '{window}の試行は 1 回のみで、成功しました。',
  'The only attempt failed {window}.': '{window}の試行は 1 回のみで、失敗しました。',
  'The only attempt failed. Failing for {time}.': '唯一の試行が {time}前に失敗しました。',
  'The parcel is in transit now. Again each time it returns to transit.':
    '荷物が輸送中になりました。再び輸送中になるたびに送信されます。',
  'The path exists, but does not accept POST.': 'パスは存在しますが、POST を受け付けません。',
  'The postal address is hidden': '住所は非表示です',
  'The previous key also signs, and expires {time}.': '以前の鍵でも署名されます（期限：{time}）。',
  'The program that will use it, for example CRM or Shop. Use one key per program.':
    '使用するプログラムの名前（例：CRM、ショップ）。プログラムごとに別のキーを使ってください。',
  'The proxy of this service failed': 'このサービスのプロキシで障害が発生しました',
  'The public key. Receivers verify the v1a signatures with it; it is not a secret.':
    '公開鍵です。受信側はこの鍵で v1a 署名を検証します。秘密にする必要はありません。',
  'The receiver limits the request rate.': '受信側がリクエスト数を制限しています。',
  'The receiver no longer wants these events. They are still retried, because an endpoint is never disabled automatically.':
    '受信側はこれらのイベントを必要としていません。エンドポイントが自動で無効になることはないため、再試行は続きます。',
  'The receiver or its proxy is down or overloaded.':
    '受信側またはそのプロキシが停止しているか、過負荷です。',
  'The receiver or its proxy only accepts smaller bodies.':
    '受信側またはそのプロキシは、より小さいボディしか受け付けません。',
  'The receiver rejected the request as invalid.': '受信側がリクエストを不正として拒否しました。',
  'The recipient has finished their part.': '受取人の手続きが完了しました。',
  'The request can be shown once the signing secret of the endpoint can be decrypted.':
    'エンドポイントの署名シークレットを復号できるようになると、リクエストを表示できます。',
  'The request was sent, but no status came back in time.':
    'リクエストは送信されましたが、時間内にステータスが返りませんでした。',
  'The response is not HTTP': '応答が HTTP ではありません',
  'The response only says 401, without the reason.':
    '応答には 401 とだけ示され、理由は含まれません。',
  'The result was recorded late. By then, the event had been retried.':
    '結果の記録が遅れました。その時点で、イベントはすでに再試行されていました。',
  'The same event may arrive twice: store Service-Webhook-Event-Id.':
    '同じイベントが 2 回届くことがあります。Service-Webhook-Event-Id を保存してください。',
  'The secret of your code has a space or a line break around it. Trim what you read from a file.':
    'コードのシークレットの前後に空白か改行があります。ファイルから読み込んだ値は前後の空白を取り除いてください。',
  'The secret of your code has quotation marks around it. Remove them.':
    'コードのシークレットが引用符で囲まれています。引用符を取り除いてください。',
  'The secret of your code lacks its prefix. The key is the whole text, including svc-whsec-.':
    'コードのシークレットに接頭辞がありません。鍵は svc-whsec- を含む文字列全体です。',
  'The server sent something other than HTTP. Usually another service uses the port, or https was sent to an http port.':
    'サーバーが HTTP 以外のデータを返しました。多くの場合、別のサービスがポートを使っているか、http のポートに https で送信しています。',
  'The signature is right': '署名は正しいです',
  'The signature is wrong': '署名が正しくありません',
  'The signing secret cannot be decrypted': '署名シークレットを復号できません',
  'The clock can be at most ten years ahead of the real time.':
    '時計は実際の時刻より最大 10 年まで進められます。',
  'The test clock of this account. It only moves forward: gifts expire and reminders are sent as time passes.':
    'このアカウントのテスト用の時計です。進めることしかできません。時間の経過に応じて、ギフトは期限切れになり、リマインダーが送信されます。',
  'The token changed during the request': 'リクエスト中にトークンが変更されました',
  'The token was truncated or changed. Copy it again, or create a new one.':
    'トークンが途中で切れているか、変更されています。コピーし直すか、新しく作成してください。',
  'The worker stopped during this attempt, so it is unknown whether the request arrived. It was retried at once.':
    'この試行中にワーカーが停止したため、リクエストが届いたかどうかは不明です。すぐに再試行しました。',
  'The x-api-key header belongs to another client':
    'x-api-key ヘッダーが別のクライアントのものです',
  'The x-api-key header is missing': 'x-api-key ヘッダーがありません',
  'The x-service-client header names another client':
    'x-service-client ヘッダーが別のクライアントを指しています',
  'The x-service-tenant header names another tenant':
    'x-service-tenant ヘッダーが別のテナントを指しています',
  'There is no route to the address, or the network is down.':
    'アドレスへの経路がないか、ネットワークが停止しています。',
  'This API key has expired': 'この API キーは有効期限が切れています',
  'This API key was revoked': 'この API キーは無効化されました',
  'This attempt failed.': 'この試行は失敗しました。',
  'This key is in use: {requests} in the last day, the last {time}.':
    'このキーは使用中です：過去 24 時間に {requests}、最後は{time}です。',
  'This service reaches the internet through a proxy, which is down or refused the connection.':
    'このサービスはプロキシ経由でインターネットに接続しますが、プロキシが停止しているか、接続を拒否しました。',
  'Three steps, without rejected requests. You can leave and return to this URL.':
    'リクエストを拒否することなく、3 つの手順で完了します。途中でページを離れても、この URL に戻れば続けられます。',
  Time: '時間',
  'Time to deploy the new secret. Issued tokens stay valid.':
    '新しいシークレットを反映するための期間です。発行済みのトークンは引き続き有効です。',
  'time unknown': '時刻不明',
  Timestamp: 'タイムスタンプ',
  'TLS connection failed': 'TLS 接続に失敗しました',
  'TLS failed': 'TLS エラー',
  'to {endpoint}': '送信先：{endpoint}',
  'Token missing': 'トークンがありません',
  'Token of another region': '別のリージョンのトークン',
  'Token of another stage': '別の環境のトークン',
  'Two signatures are sent. The old secret expires {time}. Rotating the secret again drops the older one.':
    '署名が 2 つ送信されています。古いシークレットの期限：{time}。もう一度ローテーションすると、古い方は破棄されます。',
  Type: '種類',
  unknown: '不明',
  Unknown: '不明',
  'Unknown token': '不明なトークン',
  'Unused: no requests with …{last_four} in the last {minutes} minutes.':
    '未使用：過去 {minutes} 分間、…{last_four} によるリクエストはありません。',
  URL: 'URL',
  'Use another client.': '別のクライアントを使ってください。',
  'Usually first, not guaranteed.': '通常は最初ですが、保証はされません。',
  'Usually the receiver did not accept the signature, or considers the request too old.':
    '多くの場合、受信側が署名を受け入れなかったか、リクエストが古すぎると判断しています。',
  'Value of header {number}': 'ヘッダー {number} の値',
  'Verify before you parse the body. The SDK does it in one call.':
    'ボディを解析する前に検証してください。SDK なら 1 回の呼び出しで済みます。',
  'Verify the signature': '署名の検証',
  Version: 'バージョン',
  'Version {version}': 'バージョン {version}',
  'View requests': 'リクエストを表示',
  'Wait until it is back. Events that fail in the meantime can be resent.':
    '復旧をお待ちください。その間に失敗したイベントは再送できます。',
  waiting: '待機中',
  'Waiting for the response…': '応答を待っています…',
  'Webhook endpoints': 'Webhook エンドポイント',
  'Webhooks are only sent to ports that the operator of this service allows.':
    'Webhook は、このサービスの運用担当者が許可したポートにのみ送信されます。',
  'Why attempts failed': '試行が失敗した理由',
  'With a key, your software can send gifts through the API.':
    'キーがあれば、お使いのソフトウェアから API でギフトを送れます。',
  'With an access token, also send the key of its client.':
    'アクセストークンと一緒に、そのクライアントのキーも送信してください。',
  'With its intermediate certificates. Presented when your server asks for it.':
    '中間証明書を含めてください。サーバーから要求されたときに提示します。',
  'Without a passphrase. Encrypted and never shown again.':
    'パスフレーズなし。暗号化され、再表示されることはありません。',
  'Write exactly Authorization: Bearer, one space, then the token, with no quotes and nothing after it.':
    'Authorization: Bearer、スペース 1 つ、トークンの順に正確に記述してください。引用符は付けず、後ろには何も付けないでください。',
  'x-api-key sent as the token': 'x-api-key がトークンとして送信されました',
  'Your code has the line breaks of another operating system. Read the body as bytes, not as text.':
    '改行が別の OS の形式になっています。ボディはテキストではなくバイト列として読み込んでください。',
  'Your code hashes without the secret. Use HMAC-SHA256 with the secret.':
    'コードがシークレットなしでハッシュを計算しています。シークレットを使った HMAC-SHA256 にしてください。',
  'Your code parses the body and serializes it again. Sign the raw bytes, before any parser.':
    'コードがボディを解析して再びシリアライズしています。解析前の生のバイト列を署名してください。',
  'Your code reads the body as Latin-1. Use the raw bytes, or UTF-8.':
    'コードがボディを Latin-1 として読み込んでいます。生のバイト列か UTF-8 を使ってください。',
  'Your code signs a timestamp in milliseconds. Use the header as it is, in seconds.':
    'コードがミリ秒のタイムスタンプを署名しています。ヘッダーの値（秒）をそのまま使ってください。',
  'Your code signs as Bestow does.': 'コードは Bestow と同じ方法で署名しています。',
  'Your code signs the body alone. Sign the timestamp, a full stop and the body.':
    'コードがボディだけを署名しています。タイムスタンプ、ピリオド、ボディをつなげて署名してください。',
  'Your code uses the previous secret, which still signs until the rotation ends. Change to the new one.':
    'コードが以前のシークレットを使っています。ローテーションが終わるまでは有効ですが、新しいものに切り替えてください。',
  'Your code uses the secret in the format whsec_… as text. Use the secret as displayed.':
    'コードが whsec_… 形式のシークレットを文字列のまま使っています。表示されたとおりのシークレットを使ってください。',
  'Your new API key': '新しい API キー',
  'Your new OAuth client': '新しい OAuth クライアント',
  'Your program uses it to verify that a request is authentic and unchanged. The key is the whole text, including the prefix.':
    'プログラムはこれを使って、リクエストが本物で改ざんされていないことを検証します。プレフィックスを含む全体がキーです。',
  'Your proxy got no response from the receiver in time.':
    'プロキシが受信側から時間内に応答を得られませんでした。',
  'Your proxy is up, but the receiver behind it is not.':
    'プロキシは稼働していますが、その背後の受信側が停止しています。',
  'Your server closed the connection after the request, without a response.':
    'サーバーがリクエストの後、応答せずに接続を閉じました。',
  'Your server failed while it processed the event.':
    'サーバーがイベントの処理中にエラーになりました。',
  'Your server returned a redirect. Redirects are never followed, so that events only go to the URL you entered.':
    'サーバーがリダイレクトを返しました。イベントが入力した URL 以外に送られないよう、リダイレクトには従いません。',
  '{interval}: {figures}': '{interval}：{figures}',
  '{ok} arrived': '成功 {ok} 件',
  'median {median}, p95 {p95}': '中央値 {median}、p95 {p95}',
  'Click to see these deliveries': 'クリックすると該当する配信を表示します',
  'Attempted from': '試行開始',
  'Attempted until': '試行終了',
  Attempt: '試行',
  'Serve the certificate together with its intermediate certificates.':
    '証明書を中間証明書と一緒に配信してください。',
  'Use a certificate of a public authority, or add its authority to the endpoint.':
    '公的な認証局の証明書を使うか、その認証局をエンドポイントに追加してください。',
  'Renew the certificate.': '証明書を更新してください。',
  'Check the port, and whether the URL should start with http://.':
    'ポートと、URL が http:// で始まるべきかどうかを確認してください。',
  'Add a client certificate that your server accepts to the endpoint.':
    'サーバーが受け入れるクライアント証明書をエンドポイントに追加してください。',
  'Your server sends its certificate without the certificate that issued it, or an authority issued it that is not trusted.':
    'サーバーが発行元の証明書を付けずに証明書を送信しているか、信頼されていない認証局が発行したものです。',
  'The authority that issued the certificate is not trusted.':
    '証明書を発行した認証局が信頼されていません。',
  'The certificate is self-signed.': '証明書は自己署名です。',
  'The certificate has expired.': '証明書の有効期限が切れています。',
  'The certificate is not valid yet.': '証明書はまだ有効になっていません。',
  'Check the clock of the computer that issued it.':
    '発行したコンピューターの時計を確認してください。',
  'The certificate is for other host names.': '証明書は別のホスト名のものです。',
  'Use a certificate for the host name in the URL.':
    'URL のホスト名に対応する証明書を使ってください。',
  'The certificate has no subject alternative name. Its common name does not count.':
    '証明書にサブジェクト代替名 (SAN) がありません。共通名は使われません。',
  'Issue it again with the host name as subject alternative name.':
    'ホスト名をサブジェクト代替名に入れて再発行してください。',
  'The port does not speak TLS. Usually it serves plain HTTP.':
    'このポートは TLS に対応していません。通常は暗号化されていない HTTP です。',
  'Your server offers no HTTP/1.1 over TLS, usually HTTP/2 only.':
    'サーバーは TLS で HTTP/1.1 を提供していません。通常は HTTP/2 のみです。',
  'Enable HTTP/1.1 on your server or its proxy.':
    'サーバーまたはそのプロキシで HTTP/1.1 を有効にしてください。',
  'Your server requires a client certificate, and got none or rejected it.':
    'サーバーはクライアント証明書を要求しましたが、受け取らなかったか、拒否しました。',
  'A certificate or the key of this endpoint cannot be used.':
    'このエンドポイントの証明書または鍵を使用できません。',
  'Replace the certificates of the endpoint.': 'エンドポイントの証明書を置き換えてください。',
  'Your server and this service have no common version of TLS.':
    'サーバーとこのサービスに共通の TLS バージョンがありません。',
  'Enable TLS 1.2 or 1.3 on your server.': 'サーバーで TLS 1.2 または 1.3 を有効にしてください。',
  'Your server rejected the TLS handshake. It requires a client certificate, or has no common cipher.':
    'サーバーが TLS ハンドシェイクを拒否しました。クライアント証明書が必要か、共通の暗号スイートがありません。',
  'Your server has no certificate for this host name.':
    'サーバーにこのホスト名の証明書がありません。',
  'Your server closed the connection during the TLS handshake.':
    'サーバーが TLS ハンドシェイク中に接続を閉じました。',
  'The TLS handshake failed for another reason.': 'TLS ハンドシェイクが別の理由で失敗しました。',
  'Check the TLS settings of your server.': 'サーバーの TLS 設定を確認してください。',
}

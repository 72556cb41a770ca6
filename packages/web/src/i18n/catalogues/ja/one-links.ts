import type { SameTexts } from '../../text-types.ts'
import type { catalogue as german } from '../de/one-links.ts'

export const catalogue: SameTexts<typeof german> = {
  'Available|gifts': '利用可能',
  'Leave empty to use the name of the campaign.': '空欄にするとキャンペーンの名前を使います。',
  'One-link renamed.': 'ワンリンクの名前を変更しました。',
  Rename: '名前を変更',
  'Rename this one-link': 'ワンリンクの名前を変更',
  'Such as “Booth in Hamburg”. Visitors don’t see it.':
    '例：「ハンブルク展示ブース」。訪問者には見えません。',
  '{a} approves, {r} rejects': '{a} で承認、{r} で却下',
  '{claimed} of {quantity}': '{claimed} / {quantity}',
  '{count} above the limit per address': 'アドレスごとの上限超過 {count} 件',
  '{count} above the limit per device': '端末ごとの上限超過 {count} 件',
  '{count} above the limit per network': 'ネットワークごとの上限超過 {count} 件',
  '{count} above three emails a day': '1 日 3 通のメール上限超過 {count} 件',
  '{count} claims approved.': { other: '{count} 件の申し込みを承認しました。' },
  '{count} claims rejected.': { other: '{count} 件の申し込みを却下しました。' },
  '{count} had already ended or been decided.': {
    other: '{count} 件はすでに終了または処理済みでした。',
  },
  '{count} on the deny list': '拒否リスト {count} 件',
  '{count} outside the allowed domains': '許可ドメイン外 {count} 件',
  '{count} selected': { other: '{count} 件を選択中' },
  '{count} with a disposable address': '使い捨てアドレス {count} 件',
  '{count} without a free place': '空きなし {count} 件',
  '{perAddress} per address, {perNetwork} per network, {perDevice} per device':
    'アドレスごとに {perAddress} 件、ネットワークごとに {perNetwork} 件、端末ごとに {perDevice} 件',
  '1 gift per mailbox': 'メールボックスごとに 1 件',
  'A claim holds a gift for 30 minutes, until the visitor presses the button behind the emailed link. Without it, invented addresses can take all gifts.':
    '申し込みがあると、訪問者がメールのリンク先でボタンを押すまで 30 分間ギフトを確保します。確認がないと、架空のアドレスですべてのギフトが取られるおそれがあります。',
  'A closed one-link can’t be reopened.': '終了したワンリンクは再開できません。',
  'A confirmed claim waits up to 7 days for you to approve or reject it. The visitor gets an email either way.':
    '確認済みの申し込みは、承認または却下されるまで最大 7 日間待機します。どちらの場合も訪問者にメールが届きます。',
  'A one-link needs a campaign that invites by one-link.':
    'ワンリンクには、ワンリンクで招待するキャンペーンが必要です。',
  'Addresses of services that give out throw-away mailboxes cannot claim.':
    '使い捨てメールサービスのアドレスからは申し込めません。',
  'All {count} gifts': '全 {count} 件のギフト',
  'All claimed': 'すべて申し込み済み',
  'All gifts of this link are claimed.': 'このリンクのギフトはすべて申し込み済みです。',
  Allowed: '受け付ける',
  'Allowed domains': '許可ドメイン',
  'Allowed email domains (optional)': '許可するメールドメイン（任意）',
  'Always on with approval and with allowed domains.':
    '承認制または許可ドメインを使う場合は常に有効です。',
  Anyone: '制限なし',
  'Anyone with this link can claim one gift until none are left.':
    'このリンクを知っている人は、なくなるまで 1 人 1 つのギフトに申し込めます。',
  Approval: '承認',
  Approve: '承認',
  'Approve {name}': '{name}を承認',
  'Approve each claim': '申し込みを 1 件ずつ承認する',
  'Change expiry and domains': '期限とドメインを変更',
  'Claim rules': '申し込みのルール',
  'Claim rules changed.': '申し込みのルールを変更しました。',
  Claimed: '申し込み済み',
  Claims: '申し込み',
  'Claims per hour': '1 時間あたりの申し込み',
  'Claims that wait for approval': '承認待ちの申し込み',
  'Close one-link': 'ワンリンクを終了',
  'Close this one-link?': 'このワンリンクを終了しますか？',
  'Confirmed by email': 'メールで確認',
  'Create link': 'リンクを作成',
  'Create one': '作成する',
  CSV: 'CSV',
  Decision: '判断',
  'Disposable addresses': '使い捨てアドレス',
  'Domains apply to further claims. The number of gifts is fixed: for more gifts, create another link.':
    'ドメインは今後の申し込みに適用されます。ギフトの数は変えられません。増やすには別のリンクを作成してください。',
  'Each visitor gets an email when you decide. An approved gift can be opened for three days.':
    '承認または却下すると、訪問者にメールが届きます。承認されたギフトは 3 日間開けます。',
  Ends: '期限',
  'Expiry and domains': '期限とドメイン',
  'For a conference or a newsletter, when you don’t know the recipients yet.':
    'イベントやメールマガジンなど、受取人がまだ決まっていない場合に使います。',
  'For example larkfield.com. Only addresses in these domains can claim. Leave empty to allow any address.':
    '例：larkfield.com。これらのドメインのアドレスだけが申し込めます。空欄にすると、すべてのアドレスを許可します。',
  'Has an offer until {time}': '案内中（期限：{time}）',
  'In this order. A gift that becomes free is offered to the next person for 12 hours.':
    'この順番です。空きが出ると、次の人に 12 時間案内します。',
  'Latest claims': '最新の申し込み',
  'Leave empty to use the campaign’s expiry': '空欄の場合はキャンペーンの期限が使われます',
  'Limit per person': '1 人あたりの上限',
  Link: 'リンク',
  'Most claims per hour': '1 時間あたりの申し込み上限',
  'No claims yet. They appear here live.':
    '申し込みはまだありません。ここにリアルタイムで表示されます。',
  'No gifts were claimed.': '申し込みはありませんでした。',
  'No one-links yet': 'ワンリンクはまだありません',
  'Number of gifts': 'ギフトの数',
  Offered: '案内中',
  'One link or QR code for many people. Anyone with it can claim one gift until none are left.':
    '多くの人と共有できるリンクまたは QR コードです。知っている人は、なくなるまで 1 人 1 つのギフトに申し込めます。',
  'One-link changed.': 'ワンリンクを変更しました。',
  'One-link closed.': 'ワンリンクを終了しました。',
  'People in one office or at one event often share a network: set that limit above their number. Raise the limit per device for a tablet at a stand.':
    '同じオフィスやイベントの参加者は同じネットワークを使うことが多いため、その人数より大きな上限にしてください。ブースのタブレットを使う場合は、端末ごとの上限を上げてください。',
  'Per address': 'アドレスごと',
  'Per device': '端末ごと',
  'Per network': 'ネットワークごと',
  'QR code': 'QR コード',
  'QR code of {url}': '{url} の QR コード',
  'Refuse disposable addresses': '使い捨てアドレスを受け付けない',
  Refused: '受け付けない',
  'Refused: {counts}': '受付不可：{counts}',
  Reject: '却下',
  'Reject {name}': '{name}を却下',
  Rejected: '却下',
  Select: '選択',
  'Select all': 'すべて選択',
  Since: '申込日時',
  'The {count} claimed gifts continue.': {
    other: '申し込み済みの {count} 件のギフトはそのまま続きます。',
  },
  'The {count} unclaimed gifts are cancelled, and new visitors see that the link is closed.': {
    other:
      '申し込みのない {count} 件のギフトは取り消され、新しい訪問者にはリンクが終了したと表示されます。',
  },
  'The first {shown} of {count}. The CSV file has all of them.':
    '{count} 件中、最初の {shown} 件です。CSV ファイルにはすべて含まれます。',
  'This link has expired. No more gifts can be claimed with it.':
    'このリンクは期限切れです。もう申し込みはできません。',
  'This link is closed. No more gifts can be claimed with it.':
    'このリンクは終了しました。もう申し込みはできません。',
  Waiting: '待機中',
  'Waiting for approval': '承認待ち',
  'Waiting for confirmation': '確認待ち',
  'Waiting list': 'キャンセル待ち',
  'When all gifts are taken, visitors can leave their address. Each gift that becomes free is offered to the next person for 12 hours.':
    'ギフトがなくなると、訪問者はアドレスを登録できます。空きが出るたびに、次の人に 12 時間案内します。',
  'Your time: {timeZone}. Gifts that were claimed keep the time that their recipients have.':
    'お使いのタイムゾーン：{timeZone}。申し込み済みのギフトの期限は変わりません。',
  'Expires on (optional)': '有効期限（任意）',
  'Name (optional)': '名前（任意）',
}

import type { SameTexts } from '../../text-types.ts'
import type { catalogue as german } from '../de/auth.ts'

export const catalogue: SameTexts<typeof german> = {
  'Join with single sign-on': 'シングルサインオンで参加',
  'Continue with single sign-on': 'シングルサインオンで続ける',
  Continue: '続ける',
  'You are not signed in': 'サインインしていません',
  'You have not joined yet': 'まだ参加していません',
  'Not confirmed': '確認できませんでした',
  'The test failed': 'テストに失敗しました',
  'Your identity provider did not let you in. Ask your IT department whether you may use Bestow.':
    'ID プロバイダーがサインインを許可しませんでした。Bestow を利用できるかどうかを IT 部門に確認してください。',
  'This sign-in was used, took longer than ten minutes, or began in another browser. Start again.':
    'このサインインは使用済みか、10 分を過ぎたか、別のブラウザーで開始されたものです。最初からやり直してください。',
  'Your identity provider knows you, but you are not a member of this account. Ask an admin to invite you. If you have an invitation, open its link first.':
    'ID プロバイダーでは確認できましたが、このアカウントのメンバーではありません。管理者に招待を依頼してください。招待が届いている場合は、先にそのリンクを開いてください。',
  'Your identity provider sends no verified email address. Ask your IT department to verify it, or to add the claims email and email_verified.':
    'ID プロバイダーから確認済みのメールアドレスが送られていません。アドレスを確認済みにするか、クレーム email と email_verified を追加するよう IT 部門に依頼してください。',
  'You operate this installation, so you cannot sign in through the identity provider of an account. Sign in with a passkey or your password.':
    'このシステムの運用担当者のアカウントのため、アカウントの ID プロバイダではサインインできません。パスキーまたはパスワードでサインインしてください。',
  'Confirm that it is you': 'ご本人であることの確認',
  'You use single sign-on with this account for the first time. Confirm it once with your password or a passkey.':
    'このアカウントでシングルサインオンを使うのは初めてです。パスワードまたはパスキーで一度だけ確認してください。',
  'An email is on its way to {email}. Open its link to join.':
    '{email} にメールを送信しました。メールのリンクを開いて参加してください。',
  'First confirm that {email} is your address: an email has the link to join.':
    'まず {email} がご自身のアドレスであることを確認してください。参加用のリンクをメールでお送りします。',
  'Send the email': 'メールを送信',
  'You signed in as another person at your identity provider than this account expects. Sign out there and start again, or ask an admin to unlink single sign-on under People.':
    'ID プロバイダーで、このアカウントが想定する人とは別の人としてサインインしました。プロバイダーからサインアウトしてやり直すか、管理者に「メンバー」でシングルサインオンの紐付けを解除するよう依頼してください。',
  'Your address belongs to a user of another account. Sign in there, or ask for an invitation to another address.':
    'このアドレスは別のアカウントのユーザーのものです。そちらにサインインするか、別のアドレスへの招待を依頼してください。',
  'Your identity provider did not ask you to sign in again. Sign out there and start again.':
    'ID プロバイダーで再サインインが求められませんでした。プロバイダーからサインアウトして、やり直してください。',
  'Your identity provider does not respond. Try again in a few minutes. Admins can sign in with a passkey or their password.':
    'ID プロバイダーが応答しません。数分後にもう一度お試しください。管理者はパスキーまたはパスワードでサインインできます。',
  'Your identity provider rejected the request of Bestow. An admin can check the client ID and the client secret in the settings.':
    'ID プロバイダーが Bestow のリクエストを拒否しました。管理者は設定でクライアント ID とクライアントシークレットを確認できます。',
  'The response of your identity provider is not valid. Start again. If that does not help, an admin can run a test in the settings.':
    'ID プロバイダーの応答が無効です。最初からやり直してください。解決しない場合は、管理者が設定でテストを実行できます。',
  'Your account requires single sign-on. Continue at your company’s identity provider.':
    'このアカウントではシングルサインオンが必須です。会社の ID プロバイダーで続けてください。',
  'Enter your work email address. You then sign in at your company’s identity provider.':
    '仕事用のメールアドレスを入力してください。続いて会社の ID プロバイダーでサインインします。',
  'Thank you. Now repeat the step.': 'ありがとうございます。もう一度操作してください。',
  'No single sign-on for this address': 'このアドレスではシングルサインオンを利用できません',
  'Check the address. If it is correct, sign in with a passkey or your password, or ask an admin of your account.':
    'アドレスを確認してください。正しい場合は、パスキーまたはパスワードでサインインするか、アカウントの管理者に問い合わせてください。',
  'Go back to the page': 'ページに戻る',
  'To try again, open the link in the email of the invitation.':
    'もう一度試すには、招待メールのリンクを開いてください。',
  'Go to the settings of single sign-on': 'シングルサインオンの設定へ',
  'The test found no member': 'テストで該当するメンバーが見つかりませんでした',
  'The test worked': 'テストに成功しました',
  'You are still signed in as before.': 'サインインの状態は変わっていません。',
  'This person would sign in as {member}.': 'この人は{member}としてサインインします。',
  'The identity provider sends no verified email address, so members cannot sign in for the first time. Add the claims email and email_verified.':
    'ID プロバイダーから確認済みのメールアドレスが送られていないため、メンバーは初回のサインインができません。クレーム email と email_verified を追加してください。',
  'The address {email} belongs to no member of this account. Invite this person first.':
    'アドレス {email} はこのアカウントのメンバーのものではありません。先にこの人を招待してください。',
  Confirm: '確認する',
  'Confirm your new email address': '新しいメールアドレスの確認',
  'Email address changed': 'メールアドレスを変更しました',
  'From now on, sign in with {email}.': '今後は {email} でサインインしてください。',
  'Go to your profile': 'プロフィールへ',
  'From then on, you sign in with this address. You stay signed in on your devices.':
    '以後はこのアドレスでサインインします。現在のセッションはそのまま使えます。',
  '{inviter} has invited {email} to connect systems with the account.':
    '{inviter}さんが、アカウントにシステムを連携するため {email} を招待しました。',
  '{inviter} has invited {email} to follow the gifts of the account.':
    '{inviter}さんが、アカウントのギフトを閲覧できるよう {email} を招待しました。',
  '{inviter} has invited {email} to pack and ship parcels.':
    '{inviter}さんが {email} を荷物の梱包・発送担当として招待しました。',
  '{inviter} has invited {email} to run the account as an admin.':
    '{inviter}さんが {email} を管理者としてアカウントに招待しました。',
  '{inviter} has invited {email} to send gifts.':
    '{inviter}さんが {email} をギフトの送り主として招待しました。',
  'Ask the person who invited you to send a new one. An invitation works once, and for a few days only.':
    '招待した人に、もう一度送るよう依頼してください。招待は 1 回限り、数日間のみ有効です。',
  Back: '戻る',
  'Back to sign-in': 'サインインに戻る',
  'Company name': '会社名',
  'Check your email': 'メールを確認してください',
  'Choose a new password': '新しいパスワードを設定',
  'Choose a password': 'パスワードを設定',
  Code: 'コード',
  'Create account': 'アカウントを作成',
  'Enter the setup code shown in the terminal where you started Bestow.':
    'Bestow を起動したターミナルに表示されたセットアップコードを入力してください。',
  'Enter the six-digit code from your authenticator app, or one of your backup codes.':
    '認証アプリの 6 桁のコード、またはバックアップコードを入力してください。',
  'Forgot your password?': 'パスワードをお忘れですか？',
  'Go to sign-in': 'サインインへ',
  'If {sentTo} has an account, we’ve emailed it a link. The link works for an hour.':
    '{sentTo} のアカウントがあれば、リンクをメールで送信しました。リンクは 1 時間有効です。',
  Join: '参加する',
  'Join {account}': '{account}に参加',
  'No passkey was created. Try again, or use another device.':
    'パスキーを作成できませんでした。もう一度試すか、別の端末を使ってください。',
  'No passkey was used. Try again, or sign in with your password.':
    'パスキーが使われませんでした。もう一度試すか、パスワードでサインインしてください。',
  or: 'または',
  'Password changed. Sign in with your new password.':
    'パスワードを変更しました。新しいパスワードでサインインしてください。',
  'Request a new link': '新しいリンクを請求',
  'Send link': 'リンクを送信',
  'Set up Bestow': 'Bestow のセットアップ',
  'Setup code': 'セットアップコード',
  Staging: 'ステージング',
  'This device already has a passkey for you.': 'この端末にはすでにパスキーがあります。',
  'This installation can’t send email yet. Ask its operator to set up email, or an admin to invite you again.':
    'この環境ではまだメールを送信できません。運用担当者にメールの設定を、または管理者に再招待を依頼してください。',
  'This invitation has expired': 'この招待は期限切れです',
  'Two-step sign-in': '2 段階認証',
  'We’ll send you a link to choose a new one. Your authenticator app and passkeys stay the same.':
    '新しいパスワードを設定するためのリンクをお送りします。認証アプリとパスキーはそのまま使えます。',
  'You’ll be signed out everywhere. Then sign in with the new password.':
    'すべての端末からサインアウトします。その後、新しいパスワードでサインインしてください。',
  'Your email address': 'メールアドレス',
  'Your name': 'お名前',
}

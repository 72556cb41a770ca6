import type { SameTexts } from '../../text-types.ts'
import type { catalogue as german } from '../de/auth.ts'

export const catalogue: SameTexts<typeof german> = {
  Confirm: '確認する',
  'Confirm your new email address': '新しいメールアドレスの確認',
  'Email address changed': 'メールアドレスを変更しました',
  'From now on, sign in with {email}.': '今後は{email}でログインしてください。',
  'Go to your profile': 'プロフィールへ',
  'You then sign in with this address. Your sessions stay signed in.':
    '以後はこのアドレスでログインします。現在のセッションはそのまま使えます。',
  '{inviter} has invited {email} to connect systems with the account.':
    '{inviter}さんが、アカウントにシステムを連携するため{email}を招待しました。',
  '{inviter} has invited {email} to follow the gifts of the account.':
    '{inviter}さんが、アカウントのギフトを閲覧できるよう{email}を招待しました。',
  '{inviter} has invited {email} to pack and ship parcels.':
    '{inviter}さんが {email} を荷物の梱包・発送担当として招待しました。',
  '{inviter} has invited {email} to run the account as an admin.':
    '{inviter}さんが {email} を管理者としてアカウントに招待しました。',
  '{inviter} has invited {email} to send gifts.':
    '{inviter}さんが {email} をギフトの送り主として招待しました。',
  'Ask the person who invited you to send a new one. An invitation works once, and for a few days only.':
    '招待した人に、もう一度送るよう依頼してください。招待は 1 回限り、数日間のみ有効です。',
  Back: '戻る',
  'Back to sign-in': 'サインインに戻る',
  'Business name': '会社名',
  'Check your email': 'メールを確認してください',
  'Choose a new password': '新しいパスワードを設定',
  'Choose a password': 'パスワードを設定',
  Code: 'コード',
  'Create account': 'アカウントを作成',
  'Enter the setup code shown in the terminal where you started Bestow.':
    'Bestow を起動したターミナルに表示されたセットアップコードを入力してください。',
  'Enter the six-digit code from your authenticator app, or one of your backup codes.':
    '認証アプリの 6 桁のコード、またはバックアップコードを入力してください。',
  'Forgot your password?': 'パスワードをお忘れですか？',
  'Go to sign-in': 'サインインへ',
  'If {sentTo} has an account, we’ve emailed it a link. The link works for an hour.':
    '{sentTo} のアカウントがあれば、リンクをメールで送信しました。リンクは 1 時間有効です。',
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
  'Sign in with a passkey': 'パスキーでサインイン',
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

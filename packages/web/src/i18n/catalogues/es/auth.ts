import type { SameTexts } from '../../text-types.ts'
import type { catalogue as german } from '../de/auth.ts'

export const catalogue: SameTexts<typeof german> = {
  '{inviter} has invited {email} to {value}.': '',
  'Ask the person who invited you to send a new one. An invitation works once, and for a few days only.':
    '',
  Back: '',
  'Back to sign-in': '',
  'Business name': '',
  'Check your email': '',
  'Choose a new password': '',
  'Choose a password': '',
  Code: '',
  'Create account': '',
  'Enter the setup code shown in the terminal where you started Bestow.': '',
  'Enter the six-digit code from your authenticator app, or one of your backup codes.': '',
  'Forgot your password?': '',
  'Go to sign-in': '',
  'If {sentTo} has an account, we’ve emailed it a link. The link works for an hour.': '',
  Join: '',
  'Join {account_name}': '',
  'No passkey was created. Try again, or use another device.': '',
  'Password changed. Sign in with your new password.': '',
  'Request a new link': '',
  'Send link': '',
  'Set up Bestow': '',
  'Setup code': '',
  'Sign in with a passkey': '',
  Staging: '',
  'This device already has a passkey for you.': '',
  'This installation can’t send email yet. Ask its operator to set up email, or an admin to invite you again.':
    '',
  'This invitation has expired': '',
  'Two-step sign-in': '',
  'We’ll send you a link to choose a new one. Your authenticator app and passkeys stay the same.':
    '',
  'XXXX-XXXX-XXXX': '',
  'You’ll be signed out everywhere. Then sign in with the new password.': '',
  'Your email address': '',
  'Your name': '',
}

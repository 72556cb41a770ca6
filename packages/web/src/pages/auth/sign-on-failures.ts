import type { SignOnResult } from '#web/admin-api.ts'
import { t } from '#web/i18n/auth.ts'

type FailedSignOn = Extract<SignOnResult, { outcome: 'failed' }>

export const failureTitles: Readonly<Record<FailedSignOn['purpose'], string>> = {
  sign_in: t('You are not signed in'),
  invitation: t('You have not joined yet'),
  confirmation: t('Not confirmed'),
  test: t('The test failed'),
}

/** The texts that explain why a single sign-on failed, and what the user can do. */
export const failureTexts: Readonly<Record<FailedSignOn['reason'], string>> = {
  denied: t(
    'Your identity provider did not let you in. Ask your IT department whether you may use Bestow.',
  ),
  expired: t(
    'This sign-in was used, took longer than ten minutes, or began in another browser. Start again.',
  ),
  not_a_member: t(
    'Your identity provider knows you, but you are not a member of this account. Ask an admin to invite you. If you have an invitation, open its link first.',
  ),
  operator: t(
    'You operate this installation, so you cannot sign in through the identity provider of an account. Sign in with a passkey or your password.',
  ),
  email_not_verified: t(
    'Your identity provider sends no verified email address. Ask your IT department to verify it, or to add the claims email and email_verified.',
  ),
  mismatch: t(
    'You signed in as another person at your identity provider than this account expects. Sign out there and start again, or ask an admin to unlink single sign-on under People.',
  ),
  already_member: t('Your address belongs to a member of this account already. Sign in with it.'),
  not_confirmed: t(
    'Your identity provider did not ask you to sign in again. Sign out there and start again.',
  ),
  provider_unreachable: t(
    'Your identity provider does not respond. Try again in a few minutes. Admins can sign in with a passkey or their password.',
  ),
  provider_rejected: t(
    'Your identity provider rejected the request of Bestow. An admin can check the client ID and the client secret in the settings.',
  ),
  invalid_response: t(
    'The response of your identity provider is not valid. Start again. If that does not help, an admin can run a test in the settings.',
  ),
}

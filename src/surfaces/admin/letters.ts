import * as access from '#access'
import * as mail from '#mail'
import type { Work } from '#platform/postgres'

/** The links that people get by mail lead to pages of the web app, which then ask us. */
const linkTo = ({ installation }: Work, page: string, token: string) =>
  `${installation.origin}/${page}#${token}` // behind a # it stays out of logs and referrers

/** For an admin to share when the email cannot leave, or does not arrive. */
export const invitationUrl = (work: Work, token: string): string =>
  linkTo(work, 'invitation', token)

export function postInvitation(
  work: Work,
  { name, email }: access.Invitation,
  token: string,
  { name: inviter, account_name: account }: Pick<access.Member, 'name' | 'account_name'>,
): void {
  mail.post(work, {
    kind: 'invite_colleague',
    facts: { url: invitationUrl(work, token), inviter, account },
    account_id: work.account_id,
    to: { name, email },
  })
}

export function postRecovery(work: Work, { name, email, token }: access.ToRecover): void {
  mail.post(work, {
    kind: 'reset_password',
    facts: { url: linkTo(work, 'new-password', token), minutes: access.recoveryMinutes },
    account_id: work.account_id,
    to: { name, email },
  })
}

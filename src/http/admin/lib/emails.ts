import * as accounts from '#accounts'
import * as mail from '#email'
import type { TxContext } from '#platform/postgres/database'

/** Builds a link for an email. The link points to a page of the web app, and that page calls this API. */
const buildLink = ({ deployment }: TxContext, page: string, token: string) =>
  `${deployment.origin}/${page}#${token}` // the fragment does not appear in logs and referrers

/**
 * Returns the link of an invitation. An admin can share the link if the email cannot be sent or does not
 * arrive.
 */
export const invitationUrl = (ctx: TxContext, token: string): string =>
  buildLink(ctx, 'invitation', token)

/** The templates of roles whose first steps differ. */
const invitationTemplates: Partial<Record<accounts.Role, 'invite_colleague' | 'invite_packer'>> = {
  admin: 'invite_colleague',
  sender: 'invite_colleague',
  packer: 'invite_packer',
}

export async function sendInvitation(
  ctx: TxContext,
  { name, email, role }: Pick<accounts.Invitation, 'name' | 'email' | 'role'>,
  token: string,
  { name: inviter, account_name: account }: Pick<accounts.SessionUser, 'name' | 'account_name'>,
): Promise<void> {
  await mail.assertMayEmail(ctx, email)
  mail.enqueue(ctx, {
    kind: invitationTemplates[role] ?? 'invite_member',
    data: { url: invitationUrl(ctx, token), inviter, account },
    account_id: ctx.account_id,
    to: { name, email },
  })
}

export function sendPasswordReset(
  ctx: TxContext,
  { name, email, token }: accounts.PasswordResetEmailData,
): void {
  mail.enqueue(ctx, {
    kind: 'reset_password',
    data: { url: buildLink(ctx, 'new-password', token), minutes: accounts.passwordResetMinutes },
    account_id: ctx.account_id,
    to: { name, email },
  })
}

/** Sends an email that asks a user to confirm a new address. */
export async function sendEmailChange(
  ctx: TxContext,
  to: { name: string; email: string },
  token: string,
): Promise<void> {
  await mail.assertMayEmail(ctx, to.email)
  mail.enqueue(ctx, {
    kind: 'verify_address',
    data: { url: buildLink(ctx, 'new-email', token) },
    account_id: ctx.account_id,
    to,
  })
}

/** Sends an email to the previous address of a user with information about the new address. */
export async function sendAddressChanged(
  ctx: TxContext,
  to: { name: string; email: string },
  email: string,
): Promise<void> {
  const { name: account } = await accounts.readSettings(ctx)
  mail.enqueue(ctx, {
    kind: 'address_changed',
    data: { url: `${ctx.deployment.origin}/settings/profile`, email, account },
    account_id: ctx.account_id,
    to,
  })
}

import { type Static, Type } from 'typebox'
import { operation } from '../lib/operation.ts'
import { boundedText, MemberRole, oneOfTexts, RoleName, strict } from '../lib/schemas.ts'
import { SignedIn } from '../sign-in/contract.ts'

/** The view of an invitation for the invited person. */
export const InvitationPreview = Type.Object({
  account_name: Type.String(),
  email: Type.String(),
  name: Type.String(),
  role: MemberRole,
  role_name: RoleName,
  inviter: Type.String(),
  has_sign_in: Type.Boolean({
    description: 'Whether the recipient signs in with this address already, for another account.',
  }),
  needs_confirmation: Type.Boolean({
    description:
      'Whether the recipient must first open the link in an email, to prove the address.',
  }),
  single_sign_on: Type.Unsafe<'none' | 'optional' | 'required'>({
    ...oneOfTexts('none', 'optional', 'required'),
    description: 'Whether the recipient can or must accept it with single sign-on.',
  }),
})
export type InvitationPreview = Static<typeof InvitationPreview>

export const previewInvitation = operation('POST', '/invitation/preview', {
  permission: 'none',
  summary: 'show the recipient of an invitation',
  body: Type.Object({ token: boundedText(100) }, strict),
  reply: InvitationPreview,
})

/**
 * The response after a confirmation email was sent. The invited person continues with the link in this email.
 */
export const ConfirmationSent = Type.Object({ confirmation_sent: Type.Literal(true) })

export const acceptInvitation = operation('POST', '/invitation', {
  permission: 'none',
  summary:
    'accept an invitation; the link that an admin copied sends an email with the link to accept it with',
  body: Type.Object(
    {
      token: boundedText(100),
      name: Type.Optional(boundedText(255)),
      password: Type.Optional(boundedText(256)),
      with_session: Type.Optional(
        Type.Boolean({ description: 'Join as the signed-in person, without a new password.' }),
      ),
    },
    strict,
  ),
  status: 201,
  reply: Type.Union([SignedIn, ConfirmationSent]),
  alternativeStatus: 202,
})

export const setUpAccount = operation('POST', '/setup', {
  permission: 'none',
  summary: 'create the first account with the setup code from the terminal',
  body: Type.Object(
    {
      code: boundedText(20),
      account_name: boundedText(255),
      name: boundedText(255),
      email: boundedText(254),
      password: boundedText(256),
    },
    strict,
  ),
  status: 201,
  reply: SignedIn,
})

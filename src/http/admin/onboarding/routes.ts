import * as accounts from '#accounts'
import * as audit from '#audit'
import { ApiError, type FieldError, throwIfAny } from '#contract'
import { actingAs, type Database, type TxContext } from '#platform/postgres/database'
import { sendInvitation } from '../lib/emails.ts'
import { handlePublic } from '../lib/handle.ts'
import { JsonResponse, type PublicContext } from '../lib/route.ts'
import { readSessionToken } from '../lib/session-cookies.ts'
import { completeSignIn, toMe } from '../sign-in/routes.ts'
import * as contract from './contract.ts'

const invitationGone = () =>
  new ApiError('not_found', {
    message: 'This invitation was used or revoked, or has expired. Ask for a new one.',
  })

/** The routes of the first sign-in: through an invitation, or as the first user of the deployment. */
export const onboardingRoutes = [
  handlePublic(contract.previewInvitation, async ({ db, body, requestOrigin, canSendEmail }) => {
    const invitation = await accounts.previewInvitation(db, body.token)
    if (invitation !== undefined) {
      const { id: _, account_id: __, is_mailed, ...preview } = invitation
      return { ...preview, needs_confirmation: !is_mailed && canSendEmail }
    }
    await accounts.countAddressAttempt(db, requestOrigin) // only attempts with an invalid token count
    throw invitationGone()
  }),

  handlePublic(
    contract.acceptInvitation,
    async ({
      db,
      body: { token, name = '', password = '', with_session = false },
      request,
      requestOrigin,
      reply,
      canSendEmail,
    }) => {
      const invitation = await accounts.previewInvitation(db, token)
      if (invitation === undefined) {
        await accounts.countAddressAttempt(db, requestOrigin)
        throw invitationGone()
      }
      if (!invitation.is_mailed && canSendEmail) return confirmAddress(db, token)
      if (with_session) return joinWithSession({ db, request, requestOrigin }, token)
      throwIfAny(
        name === '' ? [{ code: 'required', param: 'name', message: 'must not be empty' }] : [],
      )
      const password_hash = await accounts.hashNewPassword(password)
      const session = await accounts.acceptInvitation(
        db,
        { token, name, password_hash },
        (ctx, user) => {
          recordJoining(ctx, user, requestOrigin)
          const { account_id, id: user_id, person_id } = user
          const entry = { account_id, user_id, person_id }
          return accounts.startSession(ctx, entry, 'invitation', requestOrigin)
        },
      )
      if (session === undefined) throw invitationGone()
      return completeSignIn({ db, reply }, session)
    },
  ),

  handlePublic(contract.setUpAccount, async ({ db, body, requestOrigin, reply }) => {
    const session = await accounts.bootstrapAccount(
      db,
      body,
      requestOrigin,
      async (ctx, { id, name }) => {
        const actor = { kind: 'operator', name: body.name, address: requestOrigin.address } as const
        audit.recordEntry(actingAs(ctx, actor), {
          action: 'account.set_up',
          subject: { kind: 'account', id, name },
        })
      },
    )
    if (session === undefined)
      throw new ApiError('invalid', {
        fieldErrors: [invalidSetupCode, ...accounts.validatePassword(body.password)],
      })
    return completeSignIn(
      { db, reply } satisfies Pick<PublicContext<unknown>, 'db' | 'reply'>,
      session,
    )
  }),
]

function recordJoining(
  ctx: TxContext,
  { id, name, role }: { id: string; name: string; role: string },
  { address }: accounts.RequestOrigin,
): void {
  audit.recordEntry(actingAs(ctx, { kind: 'user', id, name, address }), {
    action: 'user.accept_invitation',
    subject: { kind: 'user', id, name },
    details: { role },
  })
}

/**
 * Accepts an invitation for the signed-in person, and enters the account. The provider of another account does not vouch for
 * the person here.
 */
async function joinWithSession(
  { db, request, requestOrigin }: Pick<PublicContext<unknown>, 'db' | 'request' | 'requestOrigin'>,
  token: string,
) {
  const session = readSessionToken(db.deployment, request) ?? ''
  const { address } = requestOrigin
  const member = await accounts.findSessionUser(db, session, { address })
  if (member === undefined) throw new ApiError('unauthorized', { message: 'Sign in first.' })
  if (member.method === 'single_sign_on')
    throw new ApiError('forbidden', {
      message:
        'Sign in with your password or a passkey to join another account. Without one, choose “Forgot your password?” on the sign-in page.',
    })
  const { person_id, name, session_id: id, method } = member
  const account_id = await accounts.acceptInvitation(
    db,
    { token, name, person_id, session: { id, method } },
    async (ctx, user) => {
      recordJoining(ctx, user, requestOrigin)
      const { account_id: joined_id, id: user_id } = user
      await accounts.rememberAccount(ctx, { ...member, account_id: joined_id, user_id })
      return joined_id
    },
  )
  if (account_id === undefined) throw invitationGone()
  // The policy of the account can ask for a newer session. The page then asks for the sign-in.
  const joined = await accounts.findSessionUser(db, session, { address, account_id })
  return { me: await toMe(db, joined ?? member) }
}

/**
 * Sends the email with the link that proves the address. This is necessary because the person opened a link
 * that an admin had copied.
 */
async function confirmAddress(
  db: Database,
  token: string,
): Promise<JsonResponse<{ confirmation_sent: true }>> {
  const email = await accounts.confirmInvitedAddress(db, token, (ctx, invitation) => {
    const { inviter: name, account_name, mailed_token } = invitation
    return sendInvitation(ctx, invitation, mailed_token, { name, account_name })
  })
  if (email === undefined) throw invitationGone()
  return new JsonResponse(202, { confirmation_sent: true as const })
}

const invalidSetupCode: FieldError = {
  code: 'invalid',
  param: 'code',
  message: 'doesn’t match. Check the terminal, or restart Bestow to get a new code',
}

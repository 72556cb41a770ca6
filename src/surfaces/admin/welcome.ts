import { Type } from 'typebox'
import * as access from '#access'
import { ApiError } from '#contract'
import { type PublicContext, publicRoute } from './operation.ts'
import { boundedText, strict } from './shapes.ts'
import { completeSignIn } from './sign-in.ts'

const invitationGone = () =>
  new ApiError('not_found', {
    message: 'This invitation was used or revoked, or has expired. Ask for a new one.',
  })

/** How people come in for the first time: by invitation, or as the first of all. */
export const onboardingRoutes = [
  publicRoute(
    'POST',
    '/invitation/look',
    {
      summary: 'say whom an invitation is for',
      body: Type.Object({ token: boundedText(100) }, strict),
    },
    async ({ db, body, requestOrigin }) => {
      const invitation = await access.previewInvitation(db, body.token)
      if (invitation !== undefined) return invitation
      await access.countAddressAttempt(db, requestOrigin) // only wrong tokens count
      throw invitationGone()
    },
  ),

  publicRoute(
    'POST',
    '/invitation',
    {
      summary: 'take an invitation up',
      body: Type.Object(
        { token: boundedText(100), name: boundedText(255), password: boundedText(256) },
        strict,
      ),
    },
    async ({ db, body: { token, name, password }, requestOrigin, reply }) => {
      if ((await access.previewInvitation(db, token)) === undefined) {
        await access.countAddressAttempt(db, requestOrigin)
        throw invitationGone()
      }
      const password_hash = await access.hashNewPassword(password)
      const session = await access.acceptInvitation(
        db,
        { token, name, password_hash },
        (ctx, user) => {
          const { id, role } = user
          access.recordEntry(ctx, {
            actor: { kind: 'person', id, name, address: requestOrigin.address },
            action: 'person.accept_invitation',
            subject: { kind: 'person', id, name },
            details: { role },
          })
          return access.startSession(ctx, user, 'invitation', requestOrigin)
        },
      )
      if (session === undefined) throw invitationGone()
      return completeSignIn({ db, reply }, session)
    },
  ),

  publicRoute(
    'POST',
    '/setup',
    {
      summary: 'make the first account, with the code from the terminal',
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
    },
    async ({ db, body, requestOrigin, reply }) => {
      const session = await access.bootstrapAccount(
        db,
        body,
        requestOrigin,
        async (ctx, { id, name }) =>
          access.recordEntry(ctx, {
            actor: { kind: 'operator', name: body.name, address: requestOrigin.address },
            action: 'account.set_up',
            subject: { kind: 'account', id, name },
          }),
      )
      if (session === undefined) throw invalidSetupCode()
      return completeSignIn(
        { db, reply } satisfies Pick<PublicContext<unknown>, 'db' | 'reply'>,
        session,
      )
    },
  ),
]

const invalidSetupCode = () =>
  new ApiError('invalid', {
    fieldErrors: [
      {
        code: 'invalid',
        param: 'code',
        message: 'doesn’t match. Check the terminal, or restart Bestow to get a new code',
      },
    ],
  })

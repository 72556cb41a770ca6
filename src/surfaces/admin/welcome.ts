import { Type } from 'typebox'
import * as access from '#access'
import { ApiError } from '#contract'
import { type Asked, open } from './operation.ts'
import { noExtra, text } from './shapes.ts'
import { enter } from './sign-in.ts'

const gone = () =>
  new ApiError('not_found', {
    message: 'This invitation was used or revoked, or has expired. Ask for a new one.',
  })

/** How people come in for the first time: by invitation, or as the first of all. */
export const welcomeOperations = [
  open(
    'POST',
    '/invitation/look',
    { does: 'say whom an invitation is for', body: Type.Object({ token: text(100) }, noExtra) },
    async ({ db, body, where }) => {
      const found = await access.previewInvitation(db, body.token)
      if (found !== undefined) return found
      await access.countAddressAttempt(db, where) // only wrong tokens count
      throw gone()
    },
  ),

  open(
    'POST',
    '/invitation',
    {
      does: 'take an invitation up',
      body: Type.Object({ token: text(100), name: text(255), password: text(256) }, noExtra),
    },
    async ({ db, body: { token, name, password }, where, reply }) => {
      if ((await access.previewInvitation(db, token)) === undefined) {
        await access.countAddressAttempt(db, where)
        throw gone()
      }
      const password_hash = await access.hashNewPassword(password)
      const session = await access.acceptInvitation(
        db,
        { token, name, password_hash },
        (ctx, person) => {
          const { id, role } = person
          access.recordEntry(ctx, {
            actor: { kind: 'person', id, name, address: where.address },
            action: 'person.accept_invitation',
            subject: { kind: 'person', id, name },
            details: { role },
          })
          return access.startSession(ctx, person, 'invitation', where)
        },
      )
      if (session === undefined) throw gone()
      return enter({ db, reply }, session)
    },
  ),

  open(
    'POST',
    '/setup',
    {
      does: 'make the first account, with the code from the terminal',
      body: Type.Object(
        {
          code: text(20),
          account_name: text(255),
          name: text(255),
          email: text(254),
          password: text(256),
        },
        noExtra,
      ),
    },
    async ({ db, body, where, reply }) => {
      const session = await access.bootstrapAccount(db, body, where, async (ctx, { id, name }) =>
        access.recordEntry(ctx, {
          actor: { kind: 'operator', name: body.name, address: where.address },
          action: 'account.set_up',
          subject: { kind: 'account', id, name },
        }),
      )
      if (session === undefined) throw wrongSetupCode()
      return enter({ db, reply } satisfies Pick<Asked<unknown>, 'db' | 'reply'>, session)
    },
  ),
]

const wrongSetupCode = () =>
  new ApiError('invalid', {
    fieldErrors: [
      {
        code: 'invalid',
        param: 'code',
        message: 'doesn’t match. Check the terminal, or restart Bestow to get a new code',
      },
    ],
  })

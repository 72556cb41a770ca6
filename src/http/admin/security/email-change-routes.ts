import * as accounts from '#accounts'
import { recordEntry } from '#audit'
import { ApiError } from '#contract'
import { actingAs } from '#platform/postgres/database'
import { sendAddressChanged, sendEmailChange } from '../lib/emails.ts'
import { handle, handlePublic, handleWithoutTx } from '../lib/handle.ts'
import { requireCredentialChange } from '../lib/reauthentication.ts'
import * as contract from './contract.ts'

/**
 * The routes for changing the email address of a user. A link proves the new address, and the previous
 * address gets a notice.
 */
export const emailChangeRoutes = [
  handleWithoutTx(contract.requestEmailChange, async ({ db, member, transact, body }) => {
    await requireCredentialChange({ db, member }, body.password)
    await accounts.countAttempt(db, 'recovery', `new address of ${member.person_id}`)
    return transact(async (ctx) => {
      const { token, change } = await accounts.requestEmailChange(ctx, member, body.email)
      await sendEmailChange(ctx, { name: member.name, email: change.email }, token)
      const subject = { kind: 'user', id: member.user_id, name: member.name }
      const details = { email: change.email }
      recordEntry(ctx, { action: 'user.request_email_change', subject, details })
      return change
    })
  }),

  handle(contract.cancelEmailChange, async ({ ctx, member }) => {
    const email = await accounts.cancelEmailChange(ctx, member.person_id)
    if (email === undefined) throw new ApiError('not_found')
    const subject = { kind: 'user', id: member.user_id, name: member.name }
    const details = { email }
    recordEntry(ctx, { action: 'user.cancel_email_change', subject, details })
  }),

  handlePublic(contract.confirmEmailChange, async ({ db, body, requestOrigin }) => {
    const email = await accounts.confirmEmailChange(
      db,
      body.token,
      requestOrigin,
      async (ctx, { user, before, after }) => {
        await sendAddressChanged(ctx, { name: user.name, email: before }, after)
        const { address } = requestOrigin
        recordEntry(actingAs(ctx, { kind: 'user', ...user, address }), {
          action: 'user.change_email',
          subject: { kind: 'user', ...user },
          details: { before: { email: before }, after: { email: after } },
        })
      },
    )
    if (email !== undefined) return { email }
    throw new ApiError('not_found', {
      message: 'This link was used or has expired. Request a new one in your profile.',
    })
  }),
]

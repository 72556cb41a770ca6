import * as accounts from '#accounts'
import { ApiError, orNotFound } from '#contract'
import { isAddressAllowed } from '#platform/lib/allowed-addresses'
import { ALL_ACCOUNTS, inTransaction, readTransaction } from '#platform/postgres/database'
import * as sends from '#sends'
import { audit } from '../lib/audit.ts'
import { handlePublic } from '../lib/handle.ts'
import type { PublicContext } from '../lib/route.ts'
import { toApprovalView } from '../sends/view.ts'
import * as contract from './contract.ts'

/*
 * Decisions about sends through the link of an email, without a sign-in. Opening the link changes nothing, since mail scanners
 * open links too.
 */

export const decisionRoutes = [
  handlePublic(contract.readDecision, async (context) => {
    const link = await openLink(context, context.body.token)
    const { account_id, approver, bulk_send_id } = link
    return inTransaction(context.db, account_id, async (realTimeCtx) => {
      const ctx = await accounts.withAccountTime(realTimeCtx)
      const detail = orNotFound(await sends.describeApproval(ctx, bulk_send_id))
      const { approval } = detail
      if (approval.state !== 'awaiting') throw linkEnded()
      sends.assertMayDecide(approval, approver)
      const { items, message, send_at, estimate, check } = toApprovalView(detail)
      return {
        account_name: (await accounts.readSettings(ctx)).name,
        approver: approver.name,
        send_id: approval.id,
        name: approval.name,
        sender: approval.sender_name,
        gifts: approval.gifts,
        expires_at: approval.expires_at,
        first_approved_by: approval.first_approved_by_name,
        ...{ items, message, send_at, estimate },
        check: {
          ...check,
          problems: [...sends.findHiddenTexts(detail.message), ...check.problems],
        },
      }
    })
  }),

  handlePublic(contract.decide, async (context) => {
    const { db, requestOrigin, body } = context
    const { token, decision, reason = '' } = body
    const { account_id, approver, bulk_send_id } = await openLink(context, token)
    const { id, name } = approver
    const actor = { kind: 'user', id, name, address: requestOrigin.address } as const
    const run = async (realTimeCtx: Parameters<typeof accounts.withAccountTime>[0]) => {
      const ctx = await accounts.withAccountTime(realTimeCtx)
      const approval =
        decision === 'approve'
          ? await sends.approve(ctx, bulk_send_id, approver, { isByLink: true })
          : await sends.reject(ctx, bulk_send_id, reason, approver)
      const { id, name, gifts } = approval
      const state = approval.state as keyof typeof auditActions
      const details = { ...(decision === 'approve' && { after: { gifts } }), by_link: true }
      audit({ ctx }, auditActions[state], id, name, details)
      return { state, sender: approval.sender_name }
    }
    return inTransaction(db, account_id, run, db.clock(), actor)
  }),
]

const auditActions = {
  awaiting: 'bulk_send.approve_first',
  approved: 'bulk_send.approve',
  rejected: 'bulk_send.reject',
} as const

async function openLink(
  { db, requestOrigin }: Pick<PublicContext<unknown>, 'db' | 'requestOrigin'>,
  token: string,
): Promise<sends.OpenedLink> {
  const link = await inTransaction(db, ALL_ACCOUNTS, (ctx) => sends.openLink(ctx, token))
  if (link === undefined) {
    await accounts.countAddressAttempt(db, requestOrigin)
    throw linkEnded()
  }
  const { policy } = await readTransaction(db, link.account_id, accounts.readAccessPolicy)
  if (!isAddressAllowed(policy.allowed_networks, requestOrigin.address))
    throw new ApiError('access_policy', {
      message: 'This account can be entered only from some networks, and yours is not one of them.',
    })
  // A preview checks up to 1,000 recipients.
  await accounts.countAttempt(db, 'link', `${link.bulk_send_id} ${link.approver.id}`)
  return link
}

const linkEnded = () =>
  new ApiError('not_found', {
    message:
      'This link does not work any more: the send was decided or withdrawn, or has expired. Open it in the web app.',
  })

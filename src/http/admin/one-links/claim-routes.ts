import { ApiError } from '#contract'
import * as gifting from '#gifting'
import { formatFile } from '#platform/lib/csv'
import { readTransaction, type TxContext } from '#platform/postgres/database'
import { audit } from '../lib/audit.ts'
import { sendCsv } from '../lib/csv.ts'
import { handle, handleWithoutTx } from '../lib/handle.ts'
import * as contract from './contract.ts'

/** Claims of each state in one response. */
const maxListed = 100
/** Rows of each kind in a file: more than a one-link can have. */
const maxRows = 10_000

const auditActions = {
  approve: 'one_link.approve_claims',
  reject: 'one_link.reject_claims',
} as const

export async function requireOneLink(ctx: TxContext, id: string): Promise<gifting.OneLink> {
  const link = await gifting.findOneLink(ctx, id)
  if (link === undefined) throw new ApiError('not_found')
  return link
}

/** Claims of a one-link that have no gift yet: those that wait for approval, and the waiting list. */
export const claimRoutes = [
  handle(contract.listClaims, async ({ ctx, params }) => {
    const { id } = await requireOneLink(ctx, params.id)
    return {
      pending: await gifting.listClaims(ctx, id, ['pending'], maxListed),
      waiting_list: await gifting.listClaims(ctx, id, ['offered', 'listed'], maxListed),
    }
  }),

  handle(contract.decideClaims, async (context) => {
    const { ctx, params, body } = context
    const link = await requireOneLink(ctx, params.id)
    const result = await gifting.decideClaims(ctx, link.id, body.ids, body.decision)
    if (result === undefined) throw new ApiError('not_found')
    const details = { claims: result.decided }
    if (result.decided > 0)
      audit(context, auditActions[body.decision], link.id, link.campaign_name, details)
    return result
  }),

  handleWithoutTx(contract.downloadClaims, async ({ db, member, params, reply }) => {
    const now = new Date(db.clock().getTime() + member.clock_offset_ms)
    const csv = await readTransaction(
      db,
      member.account_id,
      async (ctx) => buildCsv(ctx, (await requireOneLink(ctx, params.id)).id),
      now,
    )
    return sendCsv(reply, 'claims', csv)
  }),
]

const columns = ['state', 'name', 'email', 'since', 'until', 'gift_request'] as const

async function buildCsv(ctx: TxContext, id: string): Promise<string> {
  const gifts = await gifting.latestClaims(ctx, id, maxRows)
  const open = await gifting.listClaims(ctx, id, ['pending', 'offered', 'listed'], maxRows)
  return formatFile([
    columns,
    ...gifts.map(({ first_name, last_name, email, updated_at, reference }) => [
      ...['claimed', `${first_name} ${last_name}`.trim(), email],
      ...[updated_at.toISOString(), '', reference],
    ]),
    ...open.map(({ state, name, email, since, until }) => [
      ...[state, name, email, since.toISOString(), until?.toISOString() ?? '', ''],
    ]),
  ])
}

import { accountNow } from '#accounts'
import { orNotFound } from '#contract'
import * as oneLinks from '#one-links'

import { formatFile } from '#platform/lib/csv'
import { readTransaction, type TxContext } from '#platform/postgres/database'
import { audit } from '../lib/audit.ts'
import { sendCsv } from '../lib/csv.ts'
import { handle, handleWithoutTx } from '../lib/handle.ts'
import * as contract from './contract.ts'

/** The operations on one-links that only the web app has: changing the name, and the file of claims. */
export const oneLinkRoutes = [
  handle(contract.renameOneLink, async (context) => {
    const { ctx, params, body } = context
    const { before, after } = orNotFound(await oneLinks.rename(ctx, params.id, body.name))
    const link = orNotFound(await oneLinks.find(ctx, params.id))
    if (before !== after)
      audit(context, 'one_link.rename', link.id, after ?? link.campaign_name, {
        before: { name: before },
        after: { name: after },
      })
    return { name: after }
  }),

  handleWithoutTx(contract.downloadClaims, async ({ db, member, params, reply }) => {
    const now = accountNow(db, member)
    const csv = await readTransaction(
      db,
      member.account_id,
      async (ctx) => buildCsv(ctx, orNotFound(await oneLinks.find(ctx, params.id)).id),
      now,
    )
    return sendCsv(reply, 'claims', csv)
  }),
]

/**
 * The maximum number of rows of each kind in a file. It is higher than the number that a one-link can have.
 */
const maxRows = 10_000

const columns = ['state', 'name', 'email', 'since', 'until', 'gift_request'] as const

async function buildCsv(ctx: TxContext, id: string): Promise<string> {
  const gifts = await oneLinks.latestClaims(ctx, id, maxRows)
  const open = await oneLinks.listClaims(ctx, id, ['pending', 'offered', 'listed'], maxRows)
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

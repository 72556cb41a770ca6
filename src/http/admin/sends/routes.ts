import { accountNow } from '#accounts'
import { recordGiftChange } from '#audit'
import { ApiError } from '#contract'
import * as giftLists from '#gift-lists'
import { toSender, toSendingUser } from '#http/api'
import { formatFile } from '#platform/lib/csv'
import { isTimeZone } from '#platform/lib/time-zone'
import { readTransaction } from '#platform/postgres/database'
import * as sends from '#sends'
import { audit } from '../lib/audit.ts'
import { sendCsv } from '../lib/csv.ts'
import { handle, handleWithoutTx } from '../lib/handle.ts'
import { throwInvalidParameter } from '../lib/query.ts'
import * as contract from './contract.ts'
import { requireBulkSend, toView } from './view.ts'

const maxShownRows = 100
/** The maximum number of rows in a file. It is higher than the number that a send can have. */
const maxRows = 10_000

/** The routes of sends. A send is a list of gifts that a user sent at once. */
export const sendRoutes = [
  handle(contract.listBulkSends, async ({ ctx, query }) => {
    const { data, has_more } = await sends.browse(ctx, query.page, query.filter)
    return { data: data.map((bulkSend) => toView(ctx, bulkSend)), has_more }
  }),

  handle(contract.readSendCalendar, ({ ctx, query: time_zone }) =>
    typeof time_zone === 'string' && isTimeZone(time_zone)
      ? giftLists.listScheduled(ctx, time_zone)
      : throwInvalidParameter('time_zone', 'must be a time zone such as Europe/Berlin', 'invalid'),
  ),

  handle(contract.readBulkSend, async ({ ctx, params }) => {
    const bulkSend = await requireBulkSend(ctx, params.id)
    const failures = await sends.listFailures(ctx, bulkSend.id, { limit: maxShownRows })
    const failed_rows = failures.map(({ line, cells, errors }) => ({
      line,
      name: `${cells.first_name ?? ''} ${cells.last_name ?? ''}`.trim(),
      email: cells.email ?? '',
      errors,
    }))
    return { ...toView(ctx, bulkSend), failed_rows }
  }),

  handle(contract.startBulkSend, async (context) => {
    const { ctx, member, body } = context
    const { recipients: gifts = 1, ...send } = body
    const { id, isNew } = await sends.start(ctx, { ...send, gifts }, toSendingUser(member))
    const bulkSend = await requireBulkSend(ctx, id)
    if (isNew) audit(context, 'bulk_send.start', id, bulkSend.name)
    return toView(ctx, bulkSend)
  }),

  handle(contract.renameBulkSend, async (context) => {
    const { ctx, params, body } = context
    const renamed = await sends.rename(ctx, params.id, body.name)
    if (renamed === undefined) throw new ApiError('not_found')
    const { before, after } = renamed
    if (before !== after)
      audit(context, 'bulk_send.rename', params.id, after, {
        before: { name: before },
        after: { name: after },
      })
    return toView(ctx, await requireBulkSend(ctx, params.id))
  }),

  handle(contract.recordFailedRows, async ({ ctx, member, params, body }) => ({
    saved: await sends.recordInvalidRows(ctx, body.options, body.rows, toSender(member), params.id),
  })),

  handle(contract.cancelBulkSend, async (context) => {
    const { ctx, member, params, body } = context
    const before = await requireBulkSend(ctx, params.id)
    if (before.approval !== null && before.approval.state !== 'approved')
      throw new ApiError('invalid_transition', { message: 'This send is not approved.' })
    const cause = `cancelled with its send by ${member.name} in the web app`
    const batch = await sends.cancel(ctx, params.id, body.scope, cause)
    if (batch === undefined) throw new ApiError('not_found')
    if (batch.isNew) audit(context, 'bulk_send.cancel', before.id, before.name)
    if (body.scope === 'unsent') sends.returnUse(ctx, before.id, batch.cancelled.length)
    for (const gift of batch.cancelled) recordGiftChange(ctx, 'gift_request.cancel', gift)
    const { waiting, unredeemed } = await requireBulkSend(ctx, params.id)
    const remaining = body.scope === 'unsent' ? waiting : waiting + unredeemed
    return { cancelled: batch.cancelled.length, remaining }
  }),

  handleWithoutTx(contract.downloadFailedRows, async ({ db, member, params, reply }) => {
    const now = accountNow(db, member)
    const csv = await readTransaction(
      db,
      member.account_id,
      async (ctx) => {
        const { id } = await requireBulkSend(ctx, params.id)
        return buildCsv(await sends.listFailures(ctx, id, { limit: maxRows }))
      },
      now,
    )
    return sendCsv(reply, 'failed-rows', csv)
  }),
]

/** The columns that the upload of the web app recognizes. Other columns of the list follow them. */
const fields = [
  ...['first_name', 'last_name', 'email', 'line_1', 'line_2', 'postal_code', 'city', 'region'],
  ...['country', 'phone', 'item'],
]

function buildCsv(failures: Awaited<ReturnType<typeof sends.listFailures>>): string {
  const ownFields = new Set(failures.flatMap(({ cells }) => Object.keys(cells)))
  const usedFields = [...new Set([...fields, ...ownFields])].filter((field) =>
    failures.some(({ cells }) => cells[field]),
  )
  const rows = failures.map(({ line, cells, errors }) => [
    ...usedFields.map((field) => cells[field] ?? ''),
    errors.map(({ param, message }) => `${param.split('.').at(-1)} ${message}`).join('; '),
    String(line),
  ])
  return formatFile([[...usedFields, 'reason', 'row'], ...rows])
}

import { Readable } from 'node:stream'
import { ApiError } from '#contract'
import * as donations from '#donations'
import { isId } from '#platform/lib/ids'
import { readTransaction } from '#platform/postgres/database'
import { audit } from '../lib/audit.ts'
import { handle, handleWithoutTx } from '../lib/handle.ts'
import { HANDLED } from '../lib/route.ts'
import * as contract from './contract.ts'
import { formatTotals, streamDonations } from './donation-csv.ts'

export const donationRoutes = [
  handle(contract.listDonationTotals, async ({ ctx, query: { year, state } }) =>
    donations.listTotals(ctx, {
      ...(year !== undefined && { year }),
      ...(state !== undefined && { is_unpaid: true }),
    }),
  ),

  handle(contract.markDonationsPaid, async (context) => {
    const { ctx, body, member } = context
    const { payment, charity_name, isNew } = await donations.markPaid(ctx, body, member.user_id)
    if (isNew)
      audit(context, 'donation.pay', payment.id, charity_name, { after: toDetails(payment) })
    return toReply(payment)
  }),

  handle(contract.revertDonationPayment, async (context) => {
    const reverted = await donations.revertPayment(context.ctx, context.params.id)
    if (reverted === undefined) throw new ApiError('not_found')
    const { payment, charity_name, isNew } = reverted
    if (isNew)
      audit(context, 'donation.revert', payment.id, charity_name, { before: toDetails(payment) })
    return toReply(payment)
  }),

  handleWithoutTx(contract.downloadDonations, async ({ db, member, query, reply }) => {
    const filter = withKnownIds(query)
    reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-disposition', 'attachment; filename="donations.csv"')
    await reply.send(Readable.from(streamDonations(db, member.account_id, filter)))
    return HANDLED
  }),

  handleWithoutTx(contract.downloadDonationTotals, async ({ db, member, query, reply }) => {
    const filter = withKnownIds(query)
    const { data } = await readTransaction(db, member.account_id, (ctx) =>
      donations.listTotals(ctx, filter),
    )
    reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-disposition', 'attachment; filename="donation-totals.csv"')
    await reply.send(formatTotals(data))
    return HANDLED
  }),
]

const toReply = ({ paid_by: _, ...payment }: donations.Payment) => payment

const toDetails = ({ currency, month, donations: count, amount_minor }: donations.Payment) => ({
  currency,
  month,
  donations: count,
  amount_minor,
})

/** A text that is no id names no charity of the account. */
const withKnownIds = <Query extends { product_id?: string | undefined }>(query: Query): Query => {
  if (query.product_id !== undefined && !isId(query.product_id)) throw new ApiError('not_found')
  return query
}

import { ApiError } from '#contract'
import * as donations from '#donations'
import { isId } from '#platform/lib/ids'
import { readTransaction } from '#platform/postgres/database'
import { audit } from '../lib/audit.ts'
import { sendCsv } from '../lib/csv.ts'
import { handle, handleWithoutTx } from '../lib/handle.ts'
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
    return sendCsv(reply, 'donations', streamDonations(db, member.account_id, filter))
  }),

  handleWithoutTx(contract.downloadDonationTotals, async ({ db, member, query, reply }) => {
    const filter = withKnownIds(query)
    const { data } = await readTransaction(db, member.account_id, (ctx) =>
      donations.listTotals(ctx, filter),
    )
    return sendCsv(reply, 'donation-totals', formatTotals(data))
  }),
]

const toReply = ({ paid_by: _, ...payment }: donations.Payment) => payment

const toDetails = ({ currency, month, donations: count, amount_minor }: donations.Payment) => ({
  currency,
  month,
  donations: count,
  amount_minor,
})

/**
 * Returns a query unchanged if its product id has the form of an id. Otherwise the function throws
 * `not_found`, because the text names no charity of the account.
 */
const withKnownIds = <Query extends { product_id?: string | undefined }>(query: Query): Query => {
  if (query.product_id !== undefined && !isId(query.product_id)) throw new ApiError('not_found')
  return query
}

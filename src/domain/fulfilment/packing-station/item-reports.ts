import { ApiError } from '#contract'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { deleteSome } from '#platform/postgres/table'

/** The effect of a problem on the parcel: the packer still leases it, or it has left the packing station. */
export type ProblemOutcome = 'unchanged' | 'replanned' | 'returned'

export interface ItemOfParcel {
  parcel_id: string
  variant_id: string
}

/**
 * An item, and the id of its report. A retry with the same id changes nothing and returns the first outcome.
 */
export interface RetryableItem extends ItemOfParcel {
  report_id?: string | undefined
}

type ItemProblem = 'out_of_stock' | 'damaged'

/** A report of a packer about one item. A retry has the same id as the first attempt. */
export interface ItemReport extends RetryableItem {
  problem: ItemProblem
}

const dayMs = 24 * 60 * 60 * 1000

/**
 * Performs a report once for each id. Each retry returns the outcome of the first attempt. A simultaneous
 * retry waits for the first attempt. A failed attempt stores nothing.
 */
export async function reportOnce(
  ctx: TxContext,
  report: ItemReport,
  perform: () => Promise<ProblemOutcome>,
): Promise<ProblemOutcome> {
  if (!isRetryable(report)) return perform()
  const inserted = await ctx.query(
    `insert into fulfilment.item_report (account_id, id, parcel_id, variant_id, problem, created_at)
     values ($1, $2, $3, $4, $5, $6) on conflict (account_id, id) do nothing returning true`,
    [...reportKey(ctx, report), report.problem, ctx.real_now],
  )
  if (inserted.length === 0) return (await findOutcome(ctx, report)) ?? rejectOtherReport()
  const outcome = await perform()
  await ctx.query(
    'update fulfilment.item_report set outcome = $3 where account_id = $1 and id = $2',
    [ctx.account_id, report.report_id, outcome],
  )
  return outcome
}

/**
 * Finds the outcome of an earlier attempt. Returns undefined if there is none. The parcel may no longer
 * exist.
 */
export async function findOutcome(
  ctx: TxContext,
  report: ItemReport,
): Promise<ProblemOutcome | undefined> {
  if (!isRetryable(report)) return undefined
  const [row] = await ctx.query<{ outcome: ProblemOutcome | null; is_same: boolean }>(
    `select outcome, (parcel_id, variant_id, problem) = ($3::uuid, $4::uuid, $5) as is_same
       from fulfilment.item_report where account_id = $1 and id = $2`,
    [...reportKey(ctx, report), report.problem],
  )
  if (row?.is_same === false) rejectOtherReport()
  return row?.outcome ?? undefined
}

/**
 * Returns whether a report has a stored outcome. A report needs an id for this, and must be about a parcel
 * and a variant.
 */
const isRetryable = ({ report_id, parcel_id, variant_id }: ItemReport) =>
  report_id !== undefined && isId(report_id) && isId(parcel_id) && isId(variant_id)

const reportKey = (ctx: TxContext, { report_id, parcel_id, variant_id }: ItemReport) => [
  ctx.account_id,
  report_id,
  parcel_id,
  variant_id,
]

function rejectOtherReport(): never {
  throw new ApiError('invalid_reference', {
    fieldErrors: [
      {
        code: 'invalid_reference',
        param: 'report_id',
        message: 'was used for another report; send a new id',
      },
    ],
    status: 422,
  })
}

/** Deletes reports of all accounts that are too old for a retry. Returns the number of deleted reports. */
export const purgeItemReports = (ctx: TxContext): Promise<number> =>
  deleteSome(ctx, 'fulfilment.item_report', 1000, 'created_at < $1', [
    new Date(ctx.real_now.getTime() - dayMs),
  ])

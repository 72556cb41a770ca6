import * as catalogue from '#catalogue'
import { ApiError, throwIfAny } from '#contract'
import { isId, newId } from '#platform/lib/ids'
import { formatAmount } from '#platform/lib/minor-units'
import type { TxContext } from '#platform/postgres/database'
import * as paymentStore from './payment-store.ts'
import type { Payment } from './tables.ts'

/** The group of donations that the sender paid, and the amount that they paid. */
export interface PaymentInput {
  product_id: string
  currency: string
  /** The month as YYYY-MM. */
  month: string
  /** What the user saw as unpaid, so that donations that arrive meanwhile are not marked. */
  amount_minor: number
}

/**
 * Marks the unpaid donations of a group as paid. Repeating the call of the latest payment changes nothing and returns
 * this payment. Throws if the unpaid total is another one.
 */
export async function markPaid(
  ctx: TxContext,
  input: PaymentInput,
  user_id: string,
): Promise<{ payment: Payment; charity_name: string; isNew: boolean }> {
  const product = isId(input.product_id)
    ? await catalogue.findProduct(ctx, input.product_id)
    : undefined
  if (product?.kind !== 'donation') throw new ApiError('not_found')
  validate(input)
  await paymentStore.lockGroup(ctx, input)
  const unpaid = await paymentStore.lockUnpaid(ctx, input)
  const amount_minor = unpaid.reduce((sum, each) => sum + each.amount_minor, 0)
  const latest = await paymentStore.findLatest(ctx, input)
  if (unpaid.length === 0 && latest?.amount_minor === input.amount_minor)
    return { payment: latest, charity_name: product.name, isNew: false }
  if (unpaid.length === 0)
    throw new ApiError('invalid_transition', { message: 'All donations of the month are paid.' })
  if (amount_minor !== input.amount_minor)
    throw new ApiError('invalid_transition', {
      message: `The unpaid total is ${formatAmount(amount_minor, input.currency)} now. Reload the page and check the amount.`,
    })
  const payment: Payment = {
    ...input,
    id: newId(ctx.now),
    donations: unpaid.length,
    paid_by: user_id,
    paid_at: ctx.now,
    reverted_at: null,
  }
  const ids = unpaid.map(({ id }) => id)
  await paymentStore.insert(ctx, payment, ids)
  return { payment, charity_name: product.name, isNew: true }
}

function validate({ month, amount_minor }: PaymentInput): void {
  throwIfAny([
    ...(/^\d{4}-(0[1-9]|1[0-2])$/.test(month)
      ? []
      : [{ code: 'invalid_format' as const, param: 'month', message: 'must look like 2026-05' }]),
    ...(Number.isSafeInteger(amount_minor) && amount_minor > 0
      ? []
      : [
          {
            code: 'invalid' as const,
            param: 'amount_minor',
            message: 'must be the unpaid total in the smallest unit of the currency',
          },
        ]),
  ])
}

/**
 * Marks the donations of a payment as unpaid again. Repeating the call changes nothing. Returns undefined if the account
 * has no such payment.
 */
export async function revertPayment(
  ctx: TxContext,
  id: string,
): Promise<{ payment: Payment; charity_name: string; isNew: boolean } | undefined> {
  const payment = isId(id) ? await paymentStore.findForUpdate(ctx, id) : undefined
  if (payment === undefined) return undefined
  const product = await catalogue.findProduct(ctx, payment.product_id)
  const charity_name = product?.name ?? ''
  if (payment.reverted_at !== null) return { payment, charity_name, isNew: false }
  await paymentStore.revert(ctx, id)
  return { payment: { ...payment, reverted_at: ctx.now }, charity_name, isNew: true }
}

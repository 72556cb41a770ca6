import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { SendEstimate, SendOptions } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { formatAmount } from '#web/components/formats/minor-units.ts'
import { t } from '#web/i18n/send.ts'

/** Loads an estimate of what the gifts of this send can cost. */
export const useSendEstimate = (
  options: SendOptions | undefined,
  recipients: number,
  isEnabled: boolean,
) => {
  const { campaign_id, variant_ids, selection_mode, line_items, item_per_row, team_id } =
    options ?? {}
  const what = {
    ...(campaign_id !== undefined && { campaign_id }),
    ...(variant_ids !== undefined && { variant_ids }),
    ...(selection_mode !== undefined && { selection_mode }),
    ...(line_items !== undefined && { line_items }),
    ...(item_per_row !== undefined && { item_per_row }),
    ...(team_id !== undefined && { team_id }),
  }
  return useQuery({
    queryKey: ['send-estimate', what, recipients],
    queryFn: () => api.post('/send/estimate', { options: what, recipients }),
    placeholderData: keepPreviousData,
    enabled: isEnabled && options !== undefined,
  }).data
}

/** Describes the cost of a send, such as 'At most 180 × €25.00 = €4,500.00, shipping not included'. */
export function describeCost(
  { most_per_gift, is_choice, items_without_cost }: SendEstimate,
  count: number,
): string | undefined {
  if (most_per_gift.length === 0) return undefined
  const each = most_per_gift.map(({ amount_minor, currency }) =>
    t('{count} × {each} = {total}', {
      count,
      each: formatAmount(amount_minor, currency),
      total: formatAmount(amount_minor * count, currency),
    }),
  )
  const amounts = each.join(is_choice ? t(' or |between amounts') : ' + ')
  const sentence = is_choice
    ? t('At most {amounts}, shipping not included.', { amounts })
    : t('{amounts}, shipping not included.', { amounts })
  if (items_without_cost === 0) return sentence
  const unknown = t('{count} items have no cost.', { count: items_without_cost })
  return `${sentence} ${unknown}`
}

/**
 * Describes the rest of the budget, such as '€120.00 of €500.00 left'. Returns undefined if there is no
 * budget.
 */
export const describeBudget = (budget: SendEstimate['budget']): string | undefined =>
  budget === null
    ? undefined
    : t('{left} of {budget} left', {
        left: formatAmount(Math.max(0, budget.left_minor), budget.currency),
        budget: formatAmount(budget.amount_minor, budget.currency),
      })

/** Returns whether these gifts could cost more than the rest of a budget. */
function couldExceed(
  budget: SendEstimate['budget'],
  { most_per_gift }: SendEstimate,
  count: number,
): boolean {
  if (budget === null) return false
  const most = most_per_gift.find(({ currency }) => currency === budget.currency)?.amount_minor ?? 0
  return most * count > budget.left_minor
}

/** Returns the budgets of the campaign and of the team that these gifts could exceed. */
export const findExceeded = (estimate: SendEstimate, count: number) =>
  [
    { title: t('The budget of the campaign could be exceeded'), budget: estimate.budget },
    { title: t('The budget of the team could be exceeded'), budget: estimate.team_budget },
  ].filter(({ budget }) => couldExceed(budget, estimate, count))

import type { IShipment } from '@easypost/api'
import type { RateRule } from '#campaigns'
import type { PlaceResult, Rate } from '#fulfilment'
import { formatAmount, toMinorUnits } from '#platform/lib/minor-units'

/** Returns the rates of a shipment, cheapest first. */
export const toRates = ({ rates }: Pick<IShipment, 'rates'>): Rate[] =>
  rates
    .map(({ id, carrier, service, rate, currency, delivery_days }) => ({
      id,
      carrier_name: carrier,
      service,
      amount_minor: toMinorUnits(rate, currency || 'USD'),
      currency: currency || 'USD',
      delivery_days: typeof delivery_days === 'number' ? delivery_days : null,
    }))
    .toSorted((a, b) => a.amount_minor - b.amount_minor)

/**
 * Picks a rate. The fastest of the affordable rates wins, and the cheapest of the equally fast ones. A rate without
 * a number of days is the slowest.
 */
export function pickRate(
  rates: readonly Rate[],
  rule: Exclude<RateRule, { kind: 'manual' }>,
): { rate: Rate } | { refused: Extract<PlaceResult, { kind: 'refused' }> } {
  const [cheapest] = rates
  if (cheapest === undefined) throw new Error('there is no rate to pick from')
  if (rule.kind === 'cheapest') return { rate: cheapest }
  const affordable = rates.filter(
    ({ amount_minor, currency }) =>
      currency === rule.currency && amount_minor <= rule.max_amount_minor,
  )
  const [fastest] = affordable.toSorted((a, b) => daysOf(a) - daysOf(b))
  if (fastest !== undefined) return { rate: fastest }
  const limit = formatAmount(rule.max_amount_minor, rule.currency)
  const found = formatAmount(cheapest.amount_minor, cheapest.currency)
  return {
    refused: {
      kind: 'refused',
      reason: `No rate costs at most ${limit}. The cheapest costs ${found}.`,
      remedy: 'Raise the limit in the campaign’s shipping settings, then retry.',
    },
  }
}

const daysOf = ({ delivery_days }: Rate): number => delivery_days ?? Number.POSITIVE_INFINITY

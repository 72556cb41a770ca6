import type { PackingParcel } from '#web/admin-api.ts'
import { formatNumber } from '#web/i18n/format.ts'
import { t } from '#web/i18n/packing.ts'
import { findBarcode, findItem } from './scanned-code.ts'

/** The maximum count. The service does not count above this number. */
const countCap = 10_000
export const formatCount = (count: number): string =>
  count > countCap ? `${formatNumber(countCap)}+` : formatNumber(count)

/** The number of units of each variant that are already in the box. */
export type Ticks = Readonly<Record<string, number>>

export const isComplete = ({ lines }: PackingParcel, ticks: Ticks): boolean =>
  lines.every(({ variant_id, quantity }) => (ticks[variant_id] ?? 0) >= quantity)

export const completeText = t('All items are in the box. Press Enter when it is packed.')

/**
 * Returns the reason why a scanned code cannot be the tracking number of the parcel. Returns undefined if it
 * can be.
 */
export function findMistake({ lines }: PackingParcel, code: string): string | undefined {
  const isItem = findItem(lines, code) !== undefined
  if (!isItem && findBarcode(code) === undefined) return undefined
  return isItem
    ? t('{code} is not a tracking number but the code of an item. Scan the label of the carrier.', {
        code,
      })
    : t(
        '{code} is not a tracking number but the code of a parcel. Scan the label of the carrier.',
        { code },
      )
}

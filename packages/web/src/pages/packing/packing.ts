import type { PackingParcel, Rate } from '#web/admin-api.ts'

/** Counts stop here. */
const countCap = 10_000
export const formatCount = (count: number): string =>
  count > countCap ? `${countCap.toLocaleString('en')}+` : count.toLocaleString('en')

/** The units that are in the box, by variant. */
export type Ticks = Readonly<Record<string, number>>

export const isComplete = ({ lines }: PackingParcel, ticks: Ticks): boolean =>
  lines.every(({ variant_id, quantity }) => (ticks[variant_id] ?? 0) >= quantity)

/**
 * The text of a parcel's barcode in a scanned code, which may be the URL of the QR code on a packing slip. Undefined for
 * every other code.
 */
export function findBarcode(code: string): string | undefined {
  const text = URL.canParse(code) ? (new URL(code).searchParams.get('parcel') ?? code) : code
  return /^GR-[0-9A-Z]{4,16}-[1-9]\d{0,3}$/i.test(text) ? text.toUpperCase() : undefined
}

/** Converts an amount in the smallest unit of its currency: 758 USD is `$7.58`. */
export const formatAmount = ({ amount_minor, currency }: Rate): string => {
  const format = new Intl.NumberFormat(undefined, { style: 'currency', currency })
  return format.format(amount_minor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}

import { isTimestamp, manualStates } from '#contract'
import { parseBarcode } from '../parcels/barcode.ts'
import type { ManualState } from '../parcels/manual-progress.ts'
import { validateTracking } from '../parcels/manual-tracking.ts'
import type { ImportError, ImportRow } from './import-row.ts'

/** The content of a row whose cells all have a valid form. */
export interface ParsedRow {
  gift_reference: string
  /** The number of the parcel. Undefined if the cell has only a gift reference. */
  number: number | undefined
  carrier_name: string | undefined
  tracking_code: string | undefined
  state: ManualState | undefined
  /** The cell with the date, as the user wrote it. */
  date: string
  occurred_at: Date | undefined
}

const dayMs = 24 * 60 * 60_000
const workbookTime = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2})(:\d{2})?$/
const dayPattern = /^\d{4}-\d{2}-\d{2}$/

/** Parses the cells of a row. Reports all errors. */
export function parseCells(
  { cells }: ImportRow,
  now: Date,
): { row: ParsedRow; errors: ImportError[] } {
  const errors: ImportError[] = []
  const addError = (column: ImportError['column'], message: string) => {
    errors.push({ column, message })
  }
  if (cells.parcel === '') addError('parcel', 'is empty; write a barcode such as GR-7KQ2M9P4-1')
  if (cells.tracking_number === '' && cells.state === '')
    addError('tracking_number', 'is empty; write a tracking number or a state')
  for (const { param, message } of validateTracking({
    carrier_name: cells.carrier,
    tracking_code: cells.tracking_number,
  }))
    addError(param === 'carrier_name' ? 'carrier' : 'tracking_number', message)
  const state = parseState(cells.state)
  if (cells.state !== '' && state === undefined)
    addError('state', `is unknown; write one of: ${manualStates.map(humanize).join(', ')}`)
  const date = toIsoDay(cells.date)
  const occurred_at = parseDate(date, now)
  if (cells.date !== '' && occurred_at === undefined)
    addError('date', 'must look like 2026-05-01 or 2026-05-01T10:30:00Z')
  const row = {
    ...parseParcel(cells.parcel),
    ...toTracking(cells),
    state,
    date,
    occurred_at,
  }
  return { row, errors }
}

const toTracking = ({ carrier, tracking_number }: ImportRow['cells']) => ({
  carrier_name: carrier || undefined,
  tracking_code: tracking_number || undefined,
})

/**
 * Parses a gift reference or the barcode of a parcel. Accepts lower case and spaces, which spreadsheets add.
 */
function parseParcel(cell: string): Pick<ParsedRow, 'gift_reference' | 'number'> {
  const text = cell.toUpperCase().replace(/\s/g, '')
  const { reference = text, number } = parseBarcode(text) ?? {}
  return { gift_reference: reference, number }
}

/** Other words for a state that carriers and spreadsheets use. */
const stateSynonyms: Readonly<Record<string, ManualState>> = {
  shipped: 'in_transit',
  dispatched: 'in_transit',
  attempt_failed: 'delivery_attempt_failed',
  delivery_attempted: 'delivery_attempt_failed',
  failed_attempt: 'delivery_attempt_failed',
  available_for_pickup: 'delivery_attempt_failed',
  return_to_sender: 'returned',
  returned_to_sender: 'returned',
  returned_to_shipper: 'returned',
}

function parseState(cell: string): ManualState | undefined {
  const name = cell.toLowerCase().replace(/[\s_-]+/g, '_')
  if (Object.hasOwn(stateSynonyms, name)) return stateSynonyms[name]
  return manualStates.find((state) => state === name)
}

const humanize = (state: string): string => state.replaceAll('_', ' ')

/**
 * Converts a date with the year first, such as 2026/5/1 or 2026.05.01, to the ISO form. Does not convert
 * 1/5/2026, because its day and month are ambiguous.
 */
const toIsoDay = (cell: string): string =>
  cell.replace(/^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/, (_, year, __, month, day) =>
    [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-'),
  )

/** Returns whether the cell is a date without a time. */
export const isDay = (date: string): boolean => dayPattern.test(date)

/**
 * Parses a date. A date without a time means noon in UTC, because this is the same day in nearly all time
 * zones. The date of today means now. A time from a workbook has no zone, so it is in UTC.
 */
function parseDate(cell: string, now: Date): Date | undefined {
  const [, day, time, seconds = ':00'] = workbookTime.exec(cell) ?? []
  const timestamp = isDay(cell)
    ? `${cell}T12:00:00Z`
    : day === undefined
      ? cell
      : `${day}T${time}${seconds}Z`
  if (!isTimestamp(timestamp)) return undefined
  const date = new Date(timestamp)
  const isToday = date > now && date.getTime() - now.getTime() < dayMs
  return isDay(cell) && isToday ? now : date
}

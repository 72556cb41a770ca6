import * as giftLists from '#gift-lists'
import type { TxContext } from '#platform/postgres/database'
import {
  findManualActions,
  findRestocked,
  type ManualActions,
  type ManualState,
} from '../parcels/manual-progress.ts'
import { resolveTracking, type TrackingInput } from '../parcels/manual-tracking.ts'
import { findScanTimeMistake } from '../parcels/scan-time.ts'
import * as store from '../parcels/store.ts'
import type { ParcelRow, ScanRow } from '../parcels/tables.ts'
import { findDoubt } from '../parcels/tracking-mistakes.ts'
import type { ImportError, ImportOptions, ImportResult, ImportRow } from './import-row.ts'
import { isDay, type ParsedRow, parseCells } from './parse-cells.ts'

/** The change that a row makes to its parcel. */
export interface RowChange {
  parcel: ParcelRow
  tracking: TrackingInput | undefined
  state: ManualState | undefined
  occurred_at: Date | undefined
  /** Identifies the scan of the row, so that an import of the same file does not repeat it. */
  message_id: string
}

export interface CheckedRow extends ImportResult {
  /** The change of the row. Absent if the row is rejected or changes nothing. */
  change?: RowChange
}

/** Compares rows with their parcels. Changes nothing. Uses one query for each kind of data. */
export async function checkRows(
  ctx: TxContext,
  rows: readonly ImportRow[],
  options: ImportOptions,
): Promise<CheckedRow[]> {
  const parsed = rows.map((row) => ({ line: row.line, ...parseCells(row, ctx.now) }))
  const references = [...new Set(parsed.map(({ row }) => row.gift_reference))]
  const known = await readParcels(ctx, references)
  const firstLines = new Map<string, { line: number; tracking_code: string }>()
  return parsed.map(({ line, row, errors }) => {
    const parcel = findParcel(known, row, errors)
    if (parcel !== undefined) addTimeError(row, parcel, ctx.now, errors)
    if (parcel === undefined || errors.length > 0)
      return { line, status: 'rejected', errors, warnings: [] }
    addContradiction(firstLines, line, parcel, row, errors)
    const checked = toCheckedRow(line, parcel, known, row, options, errors)
    return { ...checked, warnings: findWarnings(checked) }
  })
}

/** Finds warnings about a tracking number that the row adds. */
function findWarnings({ change }: Pick<CheckedRow, 'change'>): ImportError[] {
  if (change?.tracking === undefined) return []
  const { tracking_code, carrier_name } = change.tracking
  const doubt = findDoubt(tracking_code, carrier_name ?? change.parcel.carrier_name ?? '')
  return doubt === undefined ? [] : [{ column: 'tracking_number', message: doubt }]
}

interface KnownParcels {
  byReference: ReadonlyMap<string, readonly ParcelRow[]>
  restocked: ReadonlySet<string>
  /** The scans of the current label, by the id of the parcel. */
  scans: ReadonlyMap<string, readonly ScanRow[]>
}

async function readParcels(ctx: TxContext, references: readonly string[]): Promise<KnownParcels> {
  const giftIds = await giftLists.idsByReference(ctx, references)
  const parcels = await store.findParcelsByGifts(ctx, [...giftIds.values()])
  const byGift = Map.groupBy(parcels, ({ gift_request_id }) => gift_request_id)
  const labels = new Map(parcels.map(({ id, carrier_ref }) => [id, carrier_ref]))
  const scans = (await store.findScans(ctx, [...labels.keys()])).filter(
    ({ parcel_id, carrier_ref }) => labels.get(parcel_id) === carrier_ref,
  )
  return {
    byReference: new Map([...giftIds].map(([reference, id]) => [reference, byGift.get(id) ?? []])),
    restocked: await findRestocked(ctx, parcels),
    scans: Map.groupBy(scans, ({ parcel_id }) => parcel_id),
  }
}

/** Finds the parcel of a row. If there is none, adds an error for the cell. */
function findParcel(
  { byReference }: KnownParcels,
  { gift_reference, number }: ParsedRow,
  errors: ImportError[],
): ParcelRow | undefined {
  const addError = (message: string) => {
    errors.push({ column: 'parcel', message })
  }
  if (gift_reference === '') return undefined
  const parcels = byReference.get(gift_reference)
  if (parcels === undefined) return void addError('is not a gift of this account')
  if (parcels.length === 0) return void addError('has no parcel yet')
  const [only, ...others] = parcels
  if (number === undefined && others.length > 0)
    return void addError(`has ${parcels.length} parcels; write ${gift_reference}-1 and so on`)
  const parcel = number === undefined ? only : parcels.find((each) => each.number === number)
  if (parcel === undefined) return void addError(`is not one of the ${parcels.length} parcels`)
  if (parcel.carrier !== 'manual')
    return void addError('is shipped by a carrier that reports its progress')
  return parcel
}

function addTimeError(
  { occurred_at }: ParsedRow,
  parcel: ParcelRow,
  now: Date,
  errors: ImportError[],
): void {
  const message = occurred_at && findScanTimeMistake(occurred_at, parcel, now)
  if (message !== undefined) errors.push({ column: 'date', message })
}

/**
 * Adds an error if two rows of a parcel have different tracking numbers. A parcel can have several rows with
 * different states, but only one tracking number.
 */
function addContradiction(
  firstLines: Map<string, { line: number; tracking_code: string }>,
  line: number,
  { id }: ParcelRow,
  { tracking_code }: ParsedRow,
  errors: ImportError[],
): void {
  if (tracking_code === undefined) return
  const first = firstLines.get(id)
  if (first === undefined) firstLines.set(id, { line, tracking_code })
  else if (tracking_code !== first.tracking_code)
    errors.push({
      column: 'tracking_number',
      message: `differs from line ${first.line}, which has the same parcel`,
    })
}

function toCheckedRow(
  line: number,
  parcel: ParcelRow,
  known: KnownParcels,
  row: ParsedRow,
  options: ImportOptions,
  errors: ImportError[],
): Omit<CheckedRow, 'warnings'> {
  const actions = findManualActions(parcel, known.restocked.has(parcel.id))
  const message_id = toMessageId(row, options)
  const scans = known.scans.get(parcel.id) ?? []
  const isRepeated = scans.some((scan) => scan.message_id === message_id)
  const state = isRepeated ? undefined : toNewState(parcel, row, options)
  const occurred_at = state === undefined ? undefined : placeAfter(scans, row, errors)
  const tracking = toNewTracking(parcel, row)
  if (tracking !== undefined && !actions.canEditTracking)
    errors.push({ column: 'parcel', message: `is ${humanize(parcel.state)}, not with a carrier` })
  else if (state !== undefined) addStateError(parcel, state, actions, errors)
  if (errors.length > 0) return { line, status: 'rejected', errors }
  if (state === undefined && tracking === undefined) return { line, status: 'unchanged', errors }
  const change = { parcel, tracking, state, occurred_at, message_id }
  return { line, status: 'changed', errors, change }
}

const toMessageId = ({ state, date }: ParsedRow, { default_state }: ImportOptions): string =>
  `import ${state ?? default_state ?? ''} ${date}`.trim()

/**
 * Returns a time for the row that is later than the last scan, because the states of a parcel have an order.
 * A date without a time means any time of that day.
 */
function placeAfter(
  scans: readonly ScanRow[],
  { date, occurred_at }: ParsedRow,
  errors: ImportError[],
): Date | undefined {
  const last = scans.at(-1)?.occurred_at
  if (occurred_at === undefined || last === undefined || occurred_at > last) return occurred_at
  const lastText = last.toISOString()
  if (isDay(date) && lastText.startsWith(occurred_at.toISOString().slice(0, 10)))
    return new Date(last.getTime() + 1)
  errors.push({ column: 'date', message: `is before the last progress of the parcel, ${lastText}` })
  return undefined
}

/**
 * Returns the state that the row adds. Without a date, the row does not repeat a state that the parcel
 * already has.
 */
function toNewState(
  parcel: ParcelRow,
  { state, occurred_at }: ParsedRow,
  { default_state }: ImportOptions,
): ManualState | undefined {
  if (state === undefined)
    return parcel.state === 'ordered' ? (default_state ?? undefined) : undefined
  return parcel.state === state && occurred_at === undefined ? undefined : state
}

function toNewTracking(parcel: ParcelRow, row: ParsedRow): TrackingInput | undefined {
  const { tracking_code = parcel.tracking_code ?? '', carrier_name } = row
  if (row.tracking_code === undefined && carrier_name === undefined) return undefined
  const input = { tracking_code, carrier_name }
  const next = resolveTracking(parcel, input)
  const isEqual =
    next.tracking_code === parcel.tracking_code && next.carrier_name === parcel.carrier_name
  return isEqual ? undefined : input
}

function addStateError(
  parcel: ParcelRow,
  state: ManualState,
  { states }: ManualActions,
  errors: ImportError[],
): void {
  // A second scan of the current state is part of the history if it has another date.
  if (states.includes(state) || (parcel.state === state && states.length > 0)) return
  errors.push({
    column: 'state',
    message: `cannot be ${humanize(state)}: the parcel is ${humanize(parcel.state)}`,
  })
}

const humanize = (state: string): string => state.replaceAll('_', ' ')

import { type Page, type Paginated, toPage } from '#contract'
import { isId } from '#platform/lib/ids'
import { assertKnownCursor } from '#platform/postgres/cursors'
import type { TxContext } from '#platform/postgres/database'
import { findPage, type ParcelFilter } from './export-store.ts'
import { getProblem, type ParcelProblem } from './parcel-problems.ts'
import type { ParcelState } from './parcel-states.ts'
import * as store from './store.ts'
import type { ParcelLine, ParcelRow, ScanRow } from './tables.ts'

/** A parcel as shown to users. */
export interface Parcel {
  id: string
  /** 1 for the first parcel of its gift request. */
  number: number
  state: ParcelState
  lines: readonly ParcelLine[]
  /** The display name of the delivering carrier; null until a carrier accepts the parcel. */
  carrier: string | null
  /** The name of the configured carrier. */
  carrier_id: string
  tracking_code: string | null
  tracking_url: string | null
  label_url: string | null
  /** Scans, oldest first. */
  steps: readonly ParcelStep[]
  estimated_at: Date | null
  /** `is_from_carrier`: the reason is the carrier's own message. */
  problem: (ParcelProblem & { is_from_carrier: boolean }) | null
  /** Whether a label purchase is pending, including after a rejected attempt. */
  is_being_placed: boolean
  /** The parcel whose lines this one reships. */
  replaces: string | null
  /** The age of the adult who must sign for the parcel; null without a restriction. */
  adult_signature_age: number | null
}

/** Returns the gift request of a parcel of the account; undefined without such a parcel. */
export const findGiftOfParcel = async (
  ctx: TxContext,
  parcel_id: string,
): Promise<string | undefined> =>
  isId(parcel_id) ? (await store.findParcel(ctx, parcel_id))?.gift_request_id : undefined

export interface ParcelStep {
  at: Date
  state: string
  description: string
  location: string | null
}

/** Returns the parcels of a gift request, ordered by number. */
export async function listGiftParcels(ctx: TxContext, gift_request_id: string): Promise<Parcel[]> {
  if (!isId(gift_request_id)) return []
  const rows = await store.findParcelsByGift(ctx, gift_request_id)
  return rows.length === 0 ? [] : toParcels(ctx, rows)
}

/** Returns the parcels of the account, newest first; with `hasProblem` only those that need attention. */
export async function listParcels(
  ctx: TxContext,
  filter: { hasProblem: boolean; limit: number },
): Promise<(Parcel & { gift_request_id: string })[]> {
  const rows = await store.listParcels(ctx, filter)
  const parcels = await toParcels(ctx, rows)
  return parcels.map((parcel, index) => ({
    ...parcel,
    gift_request_id: rows[index]?.gift_request_id ?? '',
  }))
}

export interface ExportedParcel extends Parcel {
  gift_request_id: string
  created_at: Date
  updated_at: Date
}

/** Returns a page of the parcels of the account. Throws if `after` is no parcel of the account. */
export async function pageOfParcels(
  ctx: TxContext,
  filter: ParcelFilter,
  page: Page,
): Promise<Paginated<ExportedParcel>> {
  const { after, limit } = page
  await assertKnownCursor(ctx, after, (id) => store.findParcel(ctx, id))
  const range = { ...(after !== undefined && { after }), limit: limit + 1 }
  const { data: rows, has_more } = toPage(await findPage(ctx, filter, range), page)
  const parcels = await toParcels(ctx, rows)
  const data = rows.flatMap(({ gift_request_id, created_at, updated_at }, index) => {
    const parcel = parcels[index]
    return parcel === undefined ? [] : [{ ...parcel, gift_request_id, created_at, updated_at }]
  })
  return { data, has_more }
}

async function toParcels(ctx: TxContext, rows: readonly ParcelRow[]): Promise<Parcel[]> {
  const ids = rows.map(({ id }) => id)
  const lines = Map.groupBy(await store.findLines(ctx, ids), ({ parcel_id }) => parcel_id)
  const scans = Map.groupBy(await store.findScans(ctx, ids), ({ parcel_id }) => parcel_id)
  return rows.map((row) => ({
    id: row.id,
    number: row.number,
    state: row.state,
    lines: (lines.get(row.id) ?? []).map(({ parcel_id: _id, ...line }) => line),
    carrier: row.carrier_name,
    carrier_id: row.carrier,
    tracking_code: row.tracking_code,
    tracking_url: row.tracking_url,
    label_url: row.label_url,
    steps: (scans.get(row.id) ?? []).map(toStep),
    estimated_at: row.estimated_at,
    problem: toProblem(row),
    is_being_placed: row.pending_action === 'place',
    replaces: row.replaces,
    adult_signature_age: row.minimum_age,
  }))
}

const toStep = ({ occurred_at, state, description, location }: ScanRow): ParcelStep => ({
  at: occurred_at,
  state,
  description,
  location,
})

const toProblem = ({ state, problem_reason, problem_remedy }: ParcelRow): Parcel['problem'] =>
  problem_reason === null
    ? null
    : {
        reason: problem_reason,
        remedy: problem_remedy ?? '',
        is_from_carrier: problem_reason !== getProblem(state)?.reason,
      }

import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { getProblem, type ParcelProblem } from './parcel-problems.ts'
import type { ParcelState } from './parcel-states.ts'
import * as store from './store.ts'
import type { ParcelLine, ParcelRow, ScanRow } from './tables.ts'

/** A parcel as people see it. */
export interface Parcel {
  id: string
  /** 1 for the first of its gift request. */
  number: number
  state: ParcelState
  lines: readonly ParcelLine[]
  /** Who drives it, in people's words; null until somebody has it. */
  carrier: string | null
  /** Which of our carriers has it. */
  by: string
  tracking_code: string | null
  tracking_url: string | null
  label_url: string | null
  /** What was seen of it, oldest first. */
  steps: readonly ParcelStep[]
  estimated_at: Date | null
  /** `is_from_carrier`: in the carrier's own words, and not in ours. */
  problem: (ParcelProblem & { is_from_carrier: boolean }) | null
  /** Whether a label for it is about to be bought, also after an earlier one was refused. */
  is_being_placed: boolean
  /** The parcel whose lines this one ships again. */
  replaces: string | null
}

export interface ParcelStep {
  at: Date
  state: string
  words: string
  place: string | null
}

/** The parcels of a gift request, by number; none while there are none. */
export async function listGiftParcels(ctx: TxContext, gift_request_id: string): Promise<Parcel[]> {
  if (!isId(gift_request_id)) return []
  const rows = await store.findParcelsByGift(ctx, gift_request_id)
  return rows.length === 0 ? [] : toParcels(ctx, rows)
}

/** The parcels of the account, newest first; with `troubled` those alone that somebody has to look at. */
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
    by: row.carrier,
    tracking_code: row.tracking_code,
    tracking_url: row.tracking_url,
    label_url: row.label_url,
    steps: (scans.get(row.id) ?? []).map(toStep),
    estimated_at: row.estimated_at,
    problem: toProblem(row),
    is_being_placed: row.pending_action === 'place',
    replaces: row.replaces,
  }))
}

const toStep = ({
  occurred_at,
  state,
  description: words,
  location: place,
}: ScanRow): ParcelStep => ({
  at: occurred_at,
  state,
  words,
  place,
})

const toProblem = ({ state, problem_reason, problem_remedy }: ParcelRow): Parcel['problem'] =>
  problem_reason === null
    ? null
    : {
        reason: problem_reason,
        remedy: problem_remedy ?? '',
        is_from_carrier: problem_reason !== getProblem(state)?.reason,
      }

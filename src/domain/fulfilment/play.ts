import * as gifting from '#gifting'
import { type Database, everyone, inTransaction, type Work } from '#platform/postgres'
import { isScenario, linesOf as messagesOf } from './carriers/scenarios.ts'
import { scanOf, trackingOf } from './carriers/simulator.ts'
import { atItsTime } from './moment.ts'
import type { Shipping } from './shipping.ts'
import * as store from './store.ts'
import type { ParcelRow } from './tables.ts'
import { track } from './track.ts'

const handful = 50

/** Lets happen what the simulator has in store for this moment. Answers how much that was. */
export async function play(db: Database, { day }: Shipping): Promise<number> {
  if (day === undefined) return 0
  const due = await inTransaction(db, everyone, (work) => store.dueToPlay(work, handful))
  let played = 0
  for (const { account_id, id } of due)
    if (await inTransaction(db, account_id, (work) => playNext(work, id, day))) played += 1
  return played
}

/** The gift request is held first, as everywhere: so no two nodes play the same message. */
async function playNext(real: Work, id: string, day: number): Promise<boolean> {
  const found = await store.findParcel(real, id)
  if (found === undefined) return false
  const work = await atItsTime(real, found.account_id)
  await gifting.hold(work, found.account_id, found.gift_request_id)
  const row = await store.findParcel(work, id)
  if (row?.plays_at === null || row === undefined || row.plays_at > real.now) return false
  await store.saveParcel(work, { ...row, played: row.played + 1, plays_at: nextAt(row, day) })
  const [arrives, state, occurred = arrives] = messageOf(row) ?? []
  if (arrives === undefined || state === undefined || row.carrier_ref === null) return true
  const ahead = work.now.getTime() - real.now.getTime()
  const happened = row.plays_at.getTime() + ((occurred ?? arrives) - arrives) * day
  const occurred_at = new Date(happened + ahead) // however late we are ourselves
  const scan = scanOf(state, occurred_at, `${state} on day ${occurred}`)
  await track(work, trackingOf(row.carrier_ref, [scan]))
  return true
}

const messageOf = ({ scenario, played }: ParcelRow) =>
  scenario !== null && isScenario(scenario) ? messagesOf(scenario)[played] : undefined

function nextAt(row: ParcelRow, day: number): Date | null {
  const now = messageOf(row)
  const next = messageOf({ ...row, played: row.played + 1 })
  if (now === undefined || next === undefined || row.plays_at === null) return null
  return new Date(row.plays_at.getTime() + (next[0] - now[0]) * day)
}

import * as gifting from '#gifting'
import {
  type AccountRoundRobin,
  createAccountRoundRobin,
  type RoundRobinOptions,
} from '#platform/account-rounds'
import { isDatabaseDown } from '#platform/database-failures'
import {
  ALL_ACCOUNTS,
  type Database,
  inTransaction,
  readTransaction,
  type TxContext,
} from '#platform/postgres'
import { isScenario, linesOf as messagesOf } from './carriers/scenarios.ts'
import { scanOf, trackingOf } from './carriers/simulator.ts'
import { atItsTime } from './moment.ts'
import type { Shipping } from './shipping.ts'
import * as store from './store.ts'
import type { ParcelRow } from './tables.ts'
import { track } from './track.ts'

/** Messages of one account that are played in one turn. */
const maxRows = 20
/** Milliseconds after which a message that failed is played again. */
const retryMs = 60_000

/** Lets happen what the simulator has in store for this moment, for each account in turn. */
export const createPlayer = (
  db: Database,
  { day }: Shipping,
  { onError, ...options }: RoundRobinOptions = {},
): AccountRoundRobin =>
  createAccountRoundRobin({
    findAccounts: async () =>
      day === undefined
        ? []
        : (await readTransaction(db, ALL_ACCOUNTS, store.accountsToPlay)).map(
            ({ account_id }) => account_id,
          ),
    runTurn: (account_id) => playDue(db, account_id, day ?? 0, onError),
    ...options,
    onError,
  })

async function playDue(
  db: Database,
  account_id: string,
  day: number,
  onError: RoundRobinOptions['onError'],
): Promise<number> {
  const due = await readTransaction(db, account_id, (ctx) => store.dueToPlay(ctx, maxRows))
  let played = 0
  for (const { id } of due) {
    try {
      if (await inTransaction(db, account_id, (ctx) => playNext(ctx, id, day))) played += 1
    } catch (error) {
      if (isDatabaseDown(error)) throw error
      await inTransaction(db, account_id, (ctx) =>
        store.deferPlay(ctx, id, new Date(ctx.now.getTime() + retryMs)),
      )
      if (onError === undefined) throw error
      onError(error, account_id)
    }
  }
  return played
}

/** The gift request is held first, as everywhere: so no two nodes play the same message. */
async function playNext(real: TxContext, id: string, day: number): Promise<boolean> {
  const found = await store.findParcel(real, id)
  if (found === undefined) return false
  const ctx = await atItsTime(real, found.account_id)
  await gifting.findForUpdate(ctx, found.account_id, found.gift_request_id)
  const row = await store.findParcel(ctx, id)
  if (row?.plays_at === null || row === undefined || row.plays_at > real.now) return false
  await store.saveParcel(ctx, { ...row, played: row.played + 1, plays_at: nextAt(row, day) })
  const [arrives, state, occurred = arrives] = messageOf(row) ?? []
  if (arrives === undefined || state === undefined || row.carrier_ref === null) return true
  const ahead = ctx.now.getTime() - real.now.getTime()
  const happened = row.plays_at.getTime() + ((occurred ?? arrives) - arrives) * day
  const occurred_at = new Date(happened + ahead) // however late we are ourselves
  const scan = scanOf(state, occurred_at, `${state} on day ${occurred}`)
  await track(ctx, trackingOf(row.carrier_ref, [scan]))
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

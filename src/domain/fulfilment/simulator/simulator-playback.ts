import * as accounts from '#accounts'
import * as gifting from '#gifting'
import {
  type AccountRoundRobin,
  createAccountRoundRobin,
  type RoundRobinOptions,
} from '#platform/jobs/account-round-robin'
import { hasDueRows } from '#platform/jobs/due-table'
import {
  ALL_ACCOUNTS,
  type Database,
  inTransaction,
  readTransaction,
  type TxContext,
} from '#platform/postgres/database'
import { isDatabaseDown } from '#platform/postgres/database-errors'
import type { ShippingConfig } from '../carriers/shipping-config.ts'
import { buildScan, buildTracking } from '../carriers/simulator.ts'
import { isScenario, scenarioSteps } from '../carriers/simulator-scenarios.ts'
import { recordTracking } from '../parcels/record-tracking.ts'
import * as store from '../parcels/store.ts'
import type { ParcelRow } from '../parcels/tables.ts'

/** The maximum number of messages of one account per turn. */
const maxRows = 20
/** The milliseconds after which a failed message is retried. */
const retryMs = 60_000

/** Creates the task that plays due simulated messages, in turn for each account. */
export const createSimulatorPlayback = (
  db: Database,
  { dayMs }: ShippingConfig,
  { onError, ...options }: RoundRobinOptions = {},
): AccountRoundRobin =>
  createAccountRoundRobin({
    findAccounts: async () =>
      dayMs === undefined
        ? []
        : (await readTransaction(db, ALL_ACCOUNTS, store.accountsDueForPlayback)).map(
            ({ account_id }) => account_id,
          ),
    ...(dayMs !== undefined && { due: hasDueRows(store.dueForPlayback) }),
    runTurn: (account_id) => playDueMessages(db, account_id, dayMs ?? 0, onError),
    ...options,
    onError,
  })

async function playDueMessages(
  db: Database,
  account_id: string,
  dayMs: number,
  onError: RoundRobinOptions['onError'],
): Promise<number> {
  const due = await readTransaction(db, account_id, (ctx) => store.findDueForPlayback(ctx, maxRows))
  let playedCount = 0
  for (const { id } of due) {
    try {
      if (await inTransaction(db, account_id, (ctx) => playNextMessage(ctx, id, dayMs)))
        playedCount += 1
    } catch (error) {
      if (isDatabaseDown(error)) throw error
      await inTransaction(db, account_id, (ctx) =>
        store.deferPlayback(ctx, id, new Date(ctx.now.getTime() + retryMs)),
      )
      if (onError === undefined) throw error
      onError(error, account_id)
    }
  }
  return playedCount
}

/**
 * Plays the next message of a parcel. The lock on the gift request prevents two processes from playing the
 * same message.
 */
async function playNextMessage(realCtx: TxContext, id: string, dayMs: number): Promise<boolean> {
  const found = await store.findParcel(realCtx, id)
  if (found === undefined) return false
  const ctx = await accounts.withAccountTime(realCtx, found.account_id)
  await gifting.findForUpdate(ctx, found.account_id, found.gift_request_id)
  const row = await store.findParcel(ctx, id)
  if (row?.next_simulated_at === null || row === undefined || row.next_simulated_at > realCtx.now)
    return false
  await store.saveParcel(ctx, {
    ...row,
    simulated_steps: row.simulated_steps + 1,
    next_simulated_at: nextMessageAt(row, dayMs),
  })
  const [arrivesOnDay, state, occurredOnDay = arrivesOnDay] = currentMessage(row) ?? []
  if (arrivesOnDay === undefined || state === undefined || row.carrier_ref === null) return true
  const offsetMs = ctx.now.getTime() - realCtx.now.getTime()
  const occurredMs =
    row.next_simulated_at.getTime() + ((occurredOnDay ?? arrivesOnDay) - arrivesOnDay) * dayMs
  const occurred_at = new Date(occurredMs + offsetMs) // the planned time, even if this process plays the message late
  const scan = buildScan(state, occurred_at, `${state} on day ${occurredOnDay}`)
  await recordTracking(ctx, buildTracking(row.carrier_ref, [scan]))
  return true
}

const currentMessage = ({ scenario, simulated_steps }: ParcelRow) =>
  scenario !== null && isScenario(scenario) ? scenarioSteps(scenario)[simulated_steps] : undefined

function nextMessageAt(row: ParcelRow, dayMs: number): Date | null {
  const now = currentMessage(row)
  const next = currentMessage({ ...row, simulated_steps: row.simulated_steps + 1 })
  if (now === undefined || next === undefined || row.next_simulated_at === null) return null
  return new Date(row.next_simulated_at.getTime() + (next[0] - now[0]) * dayMs)
}

import * as accounts from '#accounts'
import { type AttentionEventType, clearedEvent } from '#contract'
import * as giftLists from '#gift-lists'
import { type AccountRoundRobin, createAccountRoundRobin } from '#platform/jobs/account-round-robin'
import { hasDueRows } from '#platform/jobs/due-table'
import { type Database, inTransaction, type TxContext } from '#platform/postgres/database'
import * as webhooks from '#webhooks'
import { present } from './assignees.ts'
import * as checkStore from './check-store.ts'
import { findConditions } from './conditions.ts'
import { toItemView } from './describe.ts'
import * as itemStore from './item-store.ts'
import type { Condition, Finding, ItemRow } from './tables.ts'

/** Items that one transaction raises and clears at most, of each kind. The next round continues. */
const maxChanges = 500
/**
 * Milliseconds between two checks of an account. The time doubles up to the maximum while nothing changes. An account
 * that was quiet for `idleRounds` checks is checked after the idle time, or soon after its next event: 1,000 accounts at
 * rest took 4 % of a core otherwise.
 */
const checkIntervalMs = { min: 5_000, max: 60_000, idle: 10 * 60_000 }
const idleRounds = 10
/** The quiet checks of an account that has recorded an event: it is checked every minute for a few minutes. */
const wokenRounds = 5
const wakeIntervalMs = 15_000
const retentionMs = 90 * 24 * 60 * 60 * 1000

type OnError = (error: unknown, account_id: string) => void

/**
 * Compares the conditions of all accounts with their open items, account by account. The comparison reads the present
 * state, so a crash loses nothing, and a repeated check changes nothing.
 */
export const createCheckLoop = (
  db: Database,
  onError?: OnError,
  roundTimeoutMs?: number,
): AccountRoundRobin => {
  let wokenAt = 0
  return createAccountRoundRobin({
    async findAccounts() {
      const now = Date.now()
      if (now - wokenAt >= wakeIntervalMs) {
        // twice the interval, so that a transaction that commits late is seen as well
        const since = new Date(now - 2 * wakeIntervalMs - checkIntervalMs.max)
        await checkStore.wakeActive(db, {
          soonMs: checkIntervalMs.max,
          since,
          quietRounds: wokenRounds,
        })
        wokenAt = now
      }
      return checkStore.findDueAccounts(db)
    },
    runTurn: (account_id) => checkAccount(db, account_id),
    due: hasDueRows(checkStore.dueChecks),
    ...(roundTimeoutMs === undefined ? {} : { roundTimeoutMs }),
    onError,
  })
}

/**
 * Raises and clears the items of one account, each with its event, in one transaction. Returns how many changed; 0 if
 * another process is checking the account.
 */
export const checkAccount = (db: Database, account_id: string): Promise<number> =>
  inTransaction(db, account_id, async (realTimeCtx) => {
    const check = await checkStore.lock(realTimeCtx)
    if (check === undefined) return 0
    const ctx = await accounts.withAccountTime(realTimeCtx)
    const changes = await applyFindings(ctx, await findConditions(ctx), check.last_number)
    webhooks.recordAttention(
      ctx,
      (await present(ctx, changes)).map((item) => toEvent(ctx, item)),
    )
    itemStore.deleteCleared(ctx, new Date(ctx.now.getTime() - retentionMs), maxChanges)
    const raised = changes.filter(({ cleared_at }) => cleared_at === null)
    const quiet_rounds = changes.length === 0 ? Math.min(check.quiet_rounds + 1, idleRounds) : 0
    const last_number = Math.max(check.last_number, ...raised.map(({ number }) => number))
    checkStore.save(ctx, { quiet_rounds, last_number }, delayMs(changes.length, quiet_rounds))
    return changes.length
  })

function delayMs(changed: number, quietRounds: number): number {
  if (changed >= maxChanges) return 0
  if (quietRounds >= idleRounds) return checkIntervalMs.idle
  return Math.min(checkIntervalMs.max, checkIntervalMs.min * 2 ** Math.max(0, quietRounds - 1))
}

async function applyFindings(
  ctx: TxContext,
  findings: readonly Finding[],
  lastNumber: number,
): Promise<ItemRow[]> {
  const open = Map.groupBy(await itemStore.findOpen(ctx), ({ kind }) => kind)
  const compared = findings.map((finding) => ({
    ...{ kind: finding.kind },
    ...compare(finding, open.get(finding.kind) ?? []),
  }))
  await itemStore.lock(
    ctx,
    compared.flatMap(({ ended, changed }) => [...ended, ...changed.map(({ id }) => id)]),
  )
  const changes: ItemRow[] = []
  let number = lastNumber
  for (const { kind, ended, missing, changed } of compared) {
    if (ended.length > 0) changes.push(...(await itemStore.clear(ctx, ended)))
    if (changed.length > 0) itemStore.updateCauses(ctx, changed)
    if (missing.length === 0) continue
    const raised = await itemStore.raise(ctx, kind, await withSenders(ctx, missing), number)
    number += raised.length
    changes.push(...raised)
  }
  return changes
}

/** Adds the senders of the gifts, for the daily emails. */
async function withSenders(
  ctx: TxContext,
  conditions: readonly Condition[],
): Promise<itemStore.NewItem[]> {
  const gifts = await giftLists.attention.namesById(
    ctx,
    conditions.flatMap(({ gift_request_id }) => gift_request_id ?? []),
  )
  return conditions.map((condition) => ({
    ...condition,
    sender_id: gifts.get(condition.gift_request_id ?? '')?.sender_id ?? null,
  }))
}

/** Compares the conditions of a kind with its open items. Each list has at most `maxChanges` entries. */
function compare({ conditions, until }: Finding, open: readonly itemStore.OpenItem[]) {
  const causes = new Map(conditions.map(({ subject_id, cause }) => [subject_id, cause]))
  const openSubjects = new Set(open.map(({ subject_id }) => subject_id))
  const isListed = (subject_id: string) => until === undefined || subject_id <= until
  return {
    ended: open
      .filter(({ subject_id }) => isListed(subject_id) && !causes.has(subject_id))
      .slice(0, maxChanges)
      .map(({ id }) => id),
    changed: open
      .flatMap(({ id, subject_id, cause }) => {
        const current = causes.get(subject_id)
        return current === undefined || current === cause ? [] : [{ id, cause: current }]
      })
      .slice(0, maxChanges),
    missing: conditions
      .filter(({ subject_id }) => !openSubjects.has(subject_id))
      .toSorted((a, b) => a.since.getTime() - b.since.getTime())
      .slice(0, maxChanges),
  }
}

const toEvent = (ctx: TxContext, item: ItemRow): webhooks.AttentionEventInput => ({
  type: eventTypeOf(item),
  gift_request_id: item.gift_request_id,
  about_endpoint_id: item.subject_type === 'endpoint' ? item.subject_id : null,
  item: JSON.stringify(toItemView(ctx, item)),
})

const eventTypeOf = ({ kind, cleared_at }: ItemRow): AttentionEventType =>
  cleared_at === null ? `attention.${kind}` : clearedEvent

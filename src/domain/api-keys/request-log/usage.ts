import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import * as store from './store.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** How a token was used in the last day: in all, and in which versions, the most used first. */
export interface TokenUsage {
  requests: number
  versions: { version: string; requests: number }[]
}

/** Of every token of the account that was used in the last day, by its id. */
export async function findTokenUsage(ctx: TxContext): Promise<ReadonlyMap<string, TokenUsage>> {
  const rows = await store.findUsageSince(ctx, new Date(ctx.now.getTime() - dayMs))
  const usageByToken = new Map<string, TokenUsage>()
  for (const { token_id, version, requests } of rows) {
    const usage = usageByToken.get(token_id) ?? { requests: 0, versions: [] }
    usage.requests += requests
    usage.versions.push({ version, requests })
    usageByToken.set(token_id, usage)
  }
  return usageByToken
}

/** Requests of these tokens in each of the last minutes, the oldest first, the one that runs last. */
export async function findTokenTraffic(
  ctx: TxContext,
  ids: readonly string[],
  minutes: number,
): Promise<ReadonlyMap<string, number[]>> {
  const newest = Math.floor(ctx.now.getTime() / minuteMs)
  const first = newest - minutes + 1
  const rows = await store.findTraffic(ctx, ids.filter(isId), new Date(first * minuteMs))
  const traffic = new Map(ids.map((id) => [id, Array.from({ length: minutes }, () => 0)]))
  for (const { token_id, minute: at, requests } of rows) {
    const counts = traffic.get(token_id)
    const index = Math.floor(at.getTime() / minuteMs) - first
    if (counts !== undefined && index >= 0 && index < minutes) counts[index] = requests
  }
  return traffic
}

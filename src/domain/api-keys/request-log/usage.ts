import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import * as store from './store.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** The usage of a token in the last day: the total, and per version, the most used version first. */
export interface TokenUsage {
  requests: number
  versions: { version: string; requests: number }[]
}

/** Returns the usage of every token of the account that was used in the last day, by id. */
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

/**
 * Returns the requests of these tokens per minute, the oldest minute first; the last minute is
 * incomplete.
 */
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

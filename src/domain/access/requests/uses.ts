import { isId } from '#platform/ids'
import type { TxContext } from '#platform/postgres'
import * as store from './store.ts'

const minute = 60_000
const day = 24 * 60 * minute

/** How a token was used in the last day: in all, and in which versions, the most used first. */
export interface TokenUse {
  requests: number
  versions: { version: string; requests: number }[]
}

/** Of every token of the account that was used in the last day, by its id. */
export async function usesOf(ctx: TxContext): Promise<ReadonlyMap<string, TokenUse>> {
  const rows = await store.usesSince(ctx, new Date(ctx.now.getTime() - day))
  const uses = new Map<string, TokenUse>()
  for (const { token_id, version, requests } of rows) {
    const use = uses.get(token_id) ?? { requests: 0, versions: [] }
    use.requests += requests
    use.versions.push({ version, requests })
    uses.set(token_id, use)
  }
  return uses
}

/** Requests of these tokens in each of the last minutes, the oldest first, the one that runs last. */
export async function trafficOf(
  ctx: TxContext,
  ids: readonly string[],
  minutes: number,
): Promise<ReadonlyMap<string, number[]>> {
  const newest = Math.floor(ctx.now.getTime() / minute)
  const first = newest - minutes + 1
  const rows = await store.traffic(ctx, ids.filter(isId), new Date(first * minute))
  const traffic = new Map(ids.map((id) => [id, Array.from({ length: minutes }, () => 0)]))
  for (const { token_id, minute: at, requests } of rows) {
    const counts = traffic.get(token_id)
    const place = Math.floor(at.getTime() / minute) - first
    if (counts !== undefined && place >= 0 && place < minutes) counts[place] = requests
  }
  return traffic
}

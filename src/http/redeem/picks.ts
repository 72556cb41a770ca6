import type { PageRequest } from './context.ts'
import type { GiftContext } from './gift-context.ts'

/*
 * The query parameter `pick` contains the items of a submitted choice that cannot be saved. The page that
 * asks again then shows the same choice.
 */

export const withPicks = (page: string, ids: readonly string[]): string =>
  `${page}${ids.map((id) => `&pick=${encodeURIComponent(id)}`).join('')}`

/** Returns the picked items that the gift offers. */
export function parsePicks({
  request,
  gift,
}: Pick<PageRequest, 'request'> & Pick<GiftContext, 'gift'>): string[] {
  const { pick } = (request.query ?? {}) as { pick?: unknown }
  const ids = new Set([pick].flat())
  return gift.items.flatMap(({ variant_id }) => (ids.has(variant_id) ? [variant_id] : []))
}

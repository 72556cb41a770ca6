import type { AttentionEntry } from '#web/admin-api.ts'

export type NextAction = AttentionEntry['next_actions'][number]

/**
 * Returns the path of the page where the user does an action. For a variant, it is the page of its product.
 */
export function toPagePath({ product_id }: AttentionEntry, { web_url }: NextAction): string {
  if (product_id !== null) return `/catalogue/${product_id}`
  const { pathname, search } = new URL(web_url)
  return pathname + search
}

import { parseOptionalName } from '#contract/display-name'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import * as oneLinkStore from './one-link-store.ts'

/**
 * Renames a one-link, also one that has ended. An empty name removes it. The time of its last change remains, because
 * the name is not part of the API. Returns undefined if the account has no such one-link.
 */
export async function rename(
  ctx: TxContext,
  id: string,
  text: string,
): Promise<{ before: string | null; after: string | null } | undefined> {
  const after = parseOptionalName(text)
  const renamed = isId(id) ? await oneLinkStore.rename(ctx, id, after) : undefined
  return renamed && { before: renamed.before, after }
}

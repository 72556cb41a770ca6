import { isId } from '#platform/ids'
import type { Work } from '#platform/postgres'

/** How these gift requests stand now: a higher number than before means that something has changed. */
export const versionsOf = (
  work: Work,
  ids: readonly string[],
): Promise<{ id: string; version: number }[]> =>
  work.query(
    'select id, version from gifting.gift_request where account_id = $1 and id = any($2)',
    [work.account_id, ids.filter(isId)],
  )

/** How many gift requests were made after this one, up to a hundred. */
export async function countAfter(work: Work, id: string): Promise<number> {
  const [row] = await work.query<{ count: number }>(
    `select count(*) from (
       select 1 from gifting.gift_request where account_id = $1 and id > $2 limit 100) as newer`,
    [work.account_id, id],
  )
  return row?.count ?? 0
}

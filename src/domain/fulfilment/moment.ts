import * as access from '#access'
import { everyone, type Work } from '#platform/postgres'

/**
 * The same transaction for one account, at the moment that its own clock says: in staging that clock
 * may run ahead. Work that an account's own request began has that moment already.
 */
export async function within(work: Work, account_id: string): Promise<Work> {
  if (work.account_id !== everyone) return work
  return atItsTime(work, account_id)
}

/** The same for work that was opened for the account by one of our own loops, at the real moment. */
export async function atItsTime(work: Work, account_id: string): Promise<Work> {
  const ahead = (await access.clocksAhead(work, [account_id])).get(account_id) ?? 0
  return { ...work, account_id, now: new Date(work.now.getTime() + ahead) }
}

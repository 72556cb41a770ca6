import * as access from '#access'
import * as mail from '#mail'
import { type Database, everyone, inTransaction } from '#platform/postgres'
import * as privacy from '#privacy'
import * as webhooks from '#webhooks'

/**
 * What has to be done now and then, whoever does it: partitions for the weeks to come, and the end of
 * what is kept long enough. Safe to run on every node at once: whoever finds another at it leaves the
 * tables to that one.
 */
export async function maintain(db: Database): Promise<number> {
  await inTransaction(db, everyone, async (work) => {
    const [turn] = await work.query<{ is_ours: boolean }>(
      `select pg_try_advisory_xact_lock(hashtextextended('bestow housekeeping', 0)) as is_ours`,
    )
    if (turn?.is_ours !== true) return
    await webhooks.prepareWeeks(work)
    await webhooks.retain(work)
    await access.forgetOldGrants(work)
    await access.forgetExpired(work)
  })
  while ((await inTransaction(db, everyone, access.forgetRequests)) > 0);
  while ((await inTransaction(db, everyone, access.forgetOld)) > 0);
  while ((await inTransaction(db, everyone, mail.retain)) > 0);
  await privacy.retain(db)
  return 0
}

import * as access from '#access'
import * as catalogue from '#catalogue'
import * as mail from '#mail'
import { type Database, everyone, inTransaction, type Work } from '#platform/postgres'
import * as privacy from '#privacy'
import * as webhooks from '#webhooks'

/**
 * What has to be done now and then, whoever does it: partitions for the weeks to come, and the end of
 * what is kept long enough. Safe to run on every node at once: whoever finds another at it leaves the
 * tables to that one.
 */
export async function maintain(db: Database): Promise<number> {
  await inTurn(db, webhooks.prepareWeeks)
  for (const table of webhooks.keptTables) await inTurn(db, (work) => webhooks.retain(work, table))
  await inTurn(db, async (work) => {
    await access.forgetOldGrants(work)
    await access.forgetExpired(work)
    await catalogue.forgetUnusedPictures(work)
  })
  while ((await inTransaction(db, everyone, access.forgetRequests)) > 0);
  while ((await inTransaction(db, everyone, access.forgetOld)) > 0);
  while ((await inTransaction(db, everyone, mail.retain)) > 0);
  await privacy.retain(db)
  return 0
}

/** In a transaction of its own, unless another node is at it. */
const inTurn = (db: Database, act: (work: Work) => Promise<unknown>): Promise<void> =>
  inTransaction(db, everyone, async (work) => {
    const [turn] = await work.query<{ is_ours: boolean }>(
      `select pg_try_advisory_xact_lock(hashtextextended('bestow housekeeping', 0)) as is_ours`,
    )
    if (turn?.is_ours === true) await act(work)
  })

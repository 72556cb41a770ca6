import * as accounts from '#accounts'
import * as digital from '#digital'
import {
  type AccountRoundRobin,
  createAccountRoundRobin,
  type RoundRobinOptions,
} from '#platform/jobs/account-round-robin'
import {
  ALL_ACCOUNTS,
  type Database,
  inTransaction,
  readTransaction,
  type TxContext,
} from '#platform/postgres/database'
import { isDatabaseDown } from '#platform/postgres/database-errors'
import { fillDigital } from './create-parcels.ts'

/** Maximum number of gift requests of one account that get codes per turn. */
const maxGifts = 50

/** Gives imported codes to the gift requests that wait for them, the one that waits longest first. */
export function createDigitalFiller(
  db: Database,
  { onError, ...options }: RoundRobinOptions = {},
): AccountRoundRobin {
  async function fill(account_id: string, gift_request_id: string): Promise<boolean> {
    try {
      return await inTransaction(db, account_id, async (realCtx) =>
        fillDigital(await accounts.withAccountTime(realCtx, account_id), gift_request_id),
      )
    } catch (error) {
      if (onError === undefined || isDatabaseDown(error)) throw error
      onError(error, account_id)
      return false
    }
  }

  return createAccountRoundRobin({
    findAccounts: () => readTransaction(db, ALL_ACCOUNTS, digital.accountsWithWaiting),
    async runTurn(account_id) {
      const ids = await readTransaction(db, account_id, async (realCtx) =>
        findGifts(await accounts.withAccountTime(realCtx, account_id)),
      )
      let filled = 0
      for (const id of ids) if (await fill(account_id, id)) filled += 1
      return filled
    },
    ...options,
    onError,
  })
}

/** Returns the gift requests that a free code can serve, and those whose suppliers are asked again. */
const findGifts = async (ctx: TxContext): Promise<ReadonlySet<string>> =>
  new Set([
    ...(await digital.findServableGifts(ctx, maxGifts)),
    ...(await digital.findRetryableGifts(ctx, maxGifts)),
  ])

/** Runs one round over all accounts. Returns the number of gift requests that got codes. */
export const fillDigitalBackorders = (db: Database): Promise<number> =>
  createDigitalFiller(db).round()

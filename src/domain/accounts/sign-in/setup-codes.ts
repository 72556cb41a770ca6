import { sha256 } from '#platform/crypto/encryption'
import { randomCrockford } from '#platform/lib/ids'
import {
  ALL_ACCOUNTS,
  type Database,
  inTransaction,
  type TxContext,
} from '#platform/postgres/database'
import * as store from './store.ts'

/**
 * A code that makes the first account, for whoever can read the terminal. Each process that starts
 * prints one of its own; all of them are void once one was used.
 *
 * @param isNeeded  whether there is no account yet
 */
export const createSetupCode = (
  db: Database,
  isNeeded: (ctx: TxContext) => Promise<boolean>,
): Promise<string | undefined> =>
  inTransaction(db, ALL_ACCOUNTS, async (ctx) => {
    if (!(await isNeeded(ctx))) return undefined
    const code = randomCrockford(12)
    await store.insertSetupCode(ctx, sha256(code))
    return `${code.slice(0, 4)}-${code.slice(4, 8)}-${code.slice(8)}`
  })

const hashSetupCode = (code: string) => sha256(code.replace(/[\s-]/g, '').toUpperCase())

/** Whether it is one of them. */
export const isSetupCode = (ctx: TxContext, code: string): Promise<boolean> =>
  store.isSetupCode(ctx, hashSetupCode(code))

/** Whether it is one of them; then all of them are used up. */
export async function consumeSetupCode(ctx: TxContext, code: string): Promise<boolean> {
  const [used] = await store.deleteSetupCodes(ctx, hashSetupCode(code))
  if (used === undefined) return false
  await store.deleteSetupCodes(ctx)
  return true
}

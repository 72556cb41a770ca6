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
 * Creates a setup code for the first account, to be printed in the terminal. Each process prints a code
 * of its own; using one of them invalidates all.
 *
 * @param isNeeded whether no account exists yet
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

/** Returns whether the code is a valid setup code. */
export const isSetupCode = (ctx: TxContext, code: string): Promise<boolean> =>
  store.isSetupCode(ctx, hashSetupCode(code))

/** Returns whether the code is a valid setup code, and invalidates all codes if so. */
export async function consumeSetupCode(ctx: TxContext, code: string): Promise<boolean> {
  const [used] = await store.deleteSetupCodes(ctx, hashSetupCode(code))
  if (used === undefined) return false
  await store.deleteSetupCodes(ctx)
  return true
}

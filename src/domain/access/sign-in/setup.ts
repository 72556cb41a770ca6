import { randomCrockford } from '#platform/ids'
import { type Database, everyone, inTransaction, type Work } from '#platform/postgres'
import { sha256 } from '#platform/secrets'
import * as store from './store.ts'

/**
 * A code that makes the first account, for whoever can read the terminal. Each process that starts
 * prints one of its own; all of them are void once one was used.
 *
 * @param isNeeded  whether there is no account yet
 */
export const newSetupCode = (
  db: Database,
  isNeeded: (work: Work) => Promise<boolean>,
): Promise<string | undefined> =>
  inTransaction(db, everyone, async (work) => {
    if (!(await isNeeded(work))) return undefined
    const code = randomCrockford(12)
    await store.insertSetupCode(work, sha256(code))
    return `${code.slice(0, 4)}-${code.slice(4, 8)}-${code.slice(8)}`
  })

const hashOf = (code: string) => sha256(code.replace(/[\s-]/g, '').toUpperCase())

/** Whether it is one of them. */
export const isSetupCode = (work: Work, code: string): Promise<boolean> =>
  store.isSetupCode(work, hashOf(code))

/** Whether it is one of them; then all of them are used up. */
export async function spendSetupCode(work: Work, code: string): Promise<boolean> {
  const [used] = await store.deleteSetupCodes(work, hashOf(code))
  if (used === undefined) return false
  await store.deleteSetupCodes(work)
  return true
}

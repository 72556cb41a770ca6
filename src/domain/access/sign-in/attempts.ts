import { Refusal } from '#contract'
import { limitKey } from '#platform/client-address'
import type { Database } from '#platform/postgres'
import { everyone, inTransaction } from '#platform/postgres'
import { sha256 } from '#platform/secrets'
import { knownDevice } from './devices.ts'
import * as store from './store.ts'
import type { Whereabouts } from './tables.ts'

/** So many tries within so many milliseconds. */
export interface Allowance {
  tries: number
  within: number
}

const minutes = (count: number) => count * 60_000

/**
 * What may be tried how often. A password: from one address, on one person (who need not exist) from one address, and on
 * one person from everywhere, which is wide enough that no single address uses it up. A browser that has signed in as the
 * person before has an allowance of its own in place of these.
 */
export const allowances = {
  address: { tries: 60, within: minutes(5) },
  password: { tries: 10, within: minutes(5) },
  person: { tries: 300, within: minutes(60) },
  device: { tries: 10, within: minutes(5) },
  code: { tries: 10, within: minutes(10) },
  recovery: { tries: 5, within: minutes(60) },
  setup: { tries: 20, within: minutes(5) },
} as const satisfies Record<string, Allowance>

/** Too many tries. Says after how many seconds the next one is looked at. */
export class TooManyTries extends Refusal {
  readonly seconds: number
  constructor(seconds: number) {
    const wait = seconds <= 90 ? 'a minute' : `${Math.ceil(seconds / 60)} minutes`
    super('too_many_requests', { message: `Too many attempts. Try again in ${wait}.` })
    this.seconds = seconds
  }
}

/**
 * Counts a try, on all nodes together, and refuses one too many. In a transaction of its own: what
 * the try then comes to must not take its count back.
 */
export async function countTry(
  db: Database,
  kind: keyof typeof allowances,
  who: string,
): Promise<void> {
  const { tries, within } = allowances[kind]
  const { count, expires_at } = await inTransaction(db, everyone, (ctx) =>
    store.countAttempt(ctx, keyOf(kind, who), new Date(ctx.now.getTime() + within)),
  )
  if (count <= tries) return
  throw new TooManyTries(
    Math.max(1, Math.ceil((expires_at.getTime() - db.clock().getTime()) / 1000)),
  )
}

/** Counts a guess at somebody's password; rejects one too many. */
export async function countPasswordTry(
  db: Database,
  email: string,
  { address, device_mark }: Whereabouts,
): Promise<void> {
  const device = knownDevice(db, device_mark, email)
  if (device !== undefined) return countTry(db, 'device', device)
  await countTry(db, 'address', limitKey(address))
  await countTry(db, 'password', pairOf(email, address))
  await countTry(db, 'person', email)
}

/** After the right password: whoever got in may make as many mistakes again. */
export async function forgivePasswordTries(
  db: Database,
  email: string,
  { address, device_mark }: Whereabouts,
): Promise<void> {
  const device = knownDevice(db, device_mark, email)
  if (device !== undefined) return forgive(db, 'device', device)
  await forgive(db, 'password', pairOf(email, address))
  await forgive(db, 'person', email)
}

const pairOf = (email: string, address: string) => `${limitKey(address)} ${email}`

/** Counts what one address tries, other than passwords. A browser that has signed in before counts for itself. */
export function countAddressTry(
  db: Database,
  { address, device_mark }: Whereabouts,
  kind: 'address' | 'setup' = 'address',
): Promise<void> {
  const device = knownDevice(db, device_mark)
  return device === undefined
    ? countTry(db, kind, limitKey(address))
    : countTry(db, 'device', device)
}

/** Whoever got in may make as many mistakes again. */
export const forgive = (db: Database, kind: keyof typeof allowances, who: string): Promise<void> =>
  inTransaction(db, everyone, async (ctx) => store.forgetAttempts(ctx, keyOf(kind, who)))

const keyOf = (kind: string, who: string) => sha256(`${kind} ${who.trim().toLowerCase()}`)

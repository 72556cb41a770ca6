import * as access from '#access'
import { versions } from '#contract'
import type { Clock } from '#platform/clock'
import type { Deployment } from '#platform/installation'
import { createLruCache } from '#platform/kept'
import {
  ALL_ACCOUNTS,
  type Database,
  inTransaction,
  openDatabase,
  type TxContext,
} from '#platform/postgres'
import { createCipher, parseKeyring } from '#platform/secrets'
import { freshDatabase } from '#test/database'

/** A migrated database of one test file, opened as the service opens it, with time in the test's hand. */
export interface EmptyWorld {
  url: string
  db: Database
  /** What the clock says; set it to move time. */
  time: { now: Date }
  /** Runs one transaction of an account, or of `everyone`. */
  run<T>(account_id: string, verb: (ctx: TxContext) => Promise<T>): Promise<T>
  newAccount(tier?: access.Tier): Promise<access.Account>
  /** The same database as another installation would see it. */
  elsewhere(place: Partial<Pick<Deployment, 'stage' | 'region'>>): Database
  close(): Promise<void>
}

export async function openEmptyWorld(): Promise<EmptyWorld> {
  const { url, drop } = await freshDatabase()
  const time = { now: new Date('2026-05-01T10:30:00.000Z') }
  const db = open(url, () => time.now, installation)
  const others: Database[] = []
  return {
    url,
    db,
    time,
    run: (account_id, verb) => inTransaction(db, account_id, verb),
    newAccount: (tier = 'enterprise') =>
      inTransaction(db, ALL_ACCOUNTS, (ctx) =>
        access.createAccount(ctx, { name: 'Acme Ltd', tier }),
      ),
    elsewhere(place) {
      const other = open(url, () => time.now, { ...installation, ...place })
      others.push(other)
      return other
    },
    async close() {
      await Promise.all([db, ...others].map(({ pool }) => pool.end()))
      await drop()
    },
  }
}

const key = 'test:JDwDbAVBqcYLVm8BwHyxEy4yLWQuXJpwCb4jBnDnUtk='

const installation: Deployment = {
  origin: 'http://localhost:3000',
  stage: 'staging',
  region: 'us',
  versions,
  cipher: createCipher(parseKeyring(key)),
  cache: createLruCache(100),
  notify: () => {},
}

const open = (url: string, clock: Clock, place: Deployment) =>
  openDatabase({
    url,
    clock,
    deployment: { ...place, cache: createLruCache(100) },
    maxConnections: 8,
    name: 'test',
  })

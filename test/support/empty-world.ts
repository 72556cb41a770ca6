import * as access from '#access'
import { versions } from '#contract'
import type { Clock } from '#platform/clock'
import type { Installation } from '#platform/installation'
import { createKept } from '#platform/kept'
import {
  type Database,
  everyone,
  inTransaction,
  openDatabase,
  type TxContext,
} from '#platform/postgres'
import { createSealer, readKeyring } from '#platform/secrets'
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
  elsewhere(place: Partial<Pick<Installation, 'stage' | 'region'>>): Database
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
      inTransaction(db, everyone, (ctx) => access.createAccount(ctx, { name: 'Acme Ltd', tier })),
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

const installation: Installation = {
  origin: 'http://localhost:3000',
  stage: 'staging',
  region: 'us',
  versions,
  sealer: createSealer(readKeyring(key)),
  kept: createKept(100),
  wake: () => {},
}

const open = (url: string, clock: Clock, place: Installation) =>
  openDatabase({
    url,
    clock,
    installation: { ...place, kept: createKept(100) },
    size: 8,
    name: 'test',
  })

import { randomBytes } from 'node:crypto'
import * as accounts from '#accounts'
import { versions } from '#contract'
import { createCipher, parseKeyring } from '#platform/crypto/encryption'
import type { Deployment } from '#platform/deployment'
import { type Clock, systemClock } from '#platform/lib/clock'
import { createLruCache } from '#platform/lib/lru-cache'
import {
  ALL_ACCOUNTS,
  type Database,
  inTransaction,
  openDatabase,
  type TxContext,
} from '#platform/postgres/database'
import { createMigratedDatabase } from '#test/throwaway-database'

/**
 * A migrated database of one test file, which is opened as the service opens it. The test controls the time.
 */
export interface TestDatabase {
  url: string
  db: Database
  /** The time on the clock of the database. A test sets `now` to change the time. */
  time: { now: Date }
  /** Runs one transaction for an account, or for ALL_ACCOUNTS. */
  run<T>(account_id: string, callback: (ctx: TxContext) => Promise<T>): Promise<T>
  newAccount(tier?: accounts.Tier): Promise<accounts.Account>
  /** Opens the same database as the service of another deployment would. */
  openAs(overrides: Partial<Pick<Deployment, 'stage' | 'region'>>): Database
  close(): Promise<void>
}

export async function createTestDatabase(): Promise<TestDatabase> {
  const { url, drop } = await createMigratedDatabase()
  const time = { now: new Date('2026-05-01T10:30:00.000Z') }
  const db = open(url, () => time.now, testDeployment)
  const otherDatabases: Database[] = []
  return {
    url,
    db,
    time,
    run: (account_id, callback) => inTransaction(db, account_id, callback),
    newAccount: (tier = 'enterprise') =>
      inTransaction(db, ALL_ACCOUNTS, (ctx) =>
        accounts.createAccount(ctx, { name: 'Acme Ltd', tier }),
      ),
    openAs(overrides) {
      const other = open(url, () => time.now, { ...testDeployment, ...overrides })
      otherDatabases.push(other)
      return other
    },
    async close() {
      await Promise.all([db, ...otherDatabases].map(({ pool }) => pool.end()))
      await drop()
    },
  }
}

const key = 'test:JDwDbAVBqcYLVm8BwHyxEy4yLWQuXJpwCb4jBnDnUtk='

const testDeployment: Deployment = {
  origin: 'http://localhost:3000',
  stage: 'staging',
  region: 'us',
  versions,
  cipher: createCipher(parseKeyring(key)),
  cache: createLruCache(100),
  notify: () => {},
}

/**
 * Creates the deployment of a test that listens on a port. It has its own key, and the test sets its origin
 * as soon as the test knows the port.
 */
export function createDeployment(overrides: Partial<Omit<Deployment, 'origin'>> = {}): {
  deployment: Deployment
  address: { origin: string }
} {
  const address = { origin: testDeployment.origin }
  const deployment = {
    ...testDeployment,
    cipher: createCipher([{ id: 'test', bytes: randomBytes(32) }]),
    cache: createLruCache(500),
    ...overrides,
    get origin() {
      return address.origin
    },
  }
  return { deployment, address }
}

interface ProcessDatabaseOptions {
  url: string
  maxConnections: number
  /** The name of the database connections. */
  name: string
  /** The encryption key of the deployment. */
  key?: string
  /** The URL of a streaming replica. */
  replicaUrl?: string
  onError?: (error: Error) => void
}

/** Opens the database of a test as another process, with the clock of the machine. */
export const openProcessDatabase = ({
  key: ownKey = key,
  ...options
}: ProcessDatabaseOptions): Database =>
  openDatabase({
    ...options,
    clock: systemClock,
    deployment: {
      ...testDeployment,
      cipher: createCipher(parseKeyring(ownKey)),
      cache: createLruCache(10),
    },
  })

const open = (url: string, clock: Clock, deployment: Deployment) =>
  openDatabase({
    url,
    clock,
    deployment: { ...deployment, cache: createLruCache(100) },
    maxConnections: 8,
    name: 'test',
    statementTimeoutMs: 30_000, // some tests insert 100,000 rows, even on a busy machine
  })

import type { CompiledQuery, DatabaseConnection, Kysely, QueryResult } from 'kysely'
import type pg from 'pg'
import { lazyPackage } from '../lib/lazy-package.ts'
import { execute, type StatementNamer } from './prepared-statement.ts'

const loadKysely = lazyPackage<typeof import('kysely')>('kysely')

/**
 * Creates a Kysely instance for one connection whose transaction is already open. `nameStatement` names its
 * prepared statements. `beforeQuery` throws after the transaction has ended.
 */
export function createKysely(
  client: pg.ClientBase,
  nameStatement: StatementNamer,
  beforeQuery: () => void,
): Kysely<unknown> {
  const kysely = loadKysely()
  const connection: DatabaseConnection = {
    executeQuery: async <Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> => {
      beforeQuery()
      const { rows, rowCount } = await execute(client, {
        name: nameStatement(sql),
        text: sql,
        values: parameters,
      })
      return { rows: rows as Row[], numAffectedRows: BigInt(rowCount ?? 0) }
    },
    streamQuery: () => {
      throw new Error('streaming is not supported')
    },
  }
  const rejectBegin = () => Promise.reject(new Error('the transaction is already open'))
  return new kysely.Kysely<unknown>({
    dialect: {
      createAdapter: () => new kysely.PostgresAdapter(),
      createDriver: () => ({
        init: async () => {},
        acquireConnection: async () => connection,
        beginTransaction: rejectBegin,
        commitTransaction: rejectBegin,
        rollbackTransaction: rejectBegin,
        releaseConnection: async () => {},
        destroy: async () => {},
      }),
      createIntrospector: (db) => new kysely.PostgresIntrospector(db),
      createQueryCompiler: () => new kysely.PostgresQueryCompiler(),
    },
  })
}

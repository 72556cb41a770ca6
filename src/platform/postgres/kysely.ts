import {
  type CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type pg from 'pg'
import { execute } from './prepared-statement.ts'

/**
 * Kysely as the writer of SQL over one connection whose transaction somebody else has opened.
 * Its statements go out under the names that `nameOf` gives them. `assertOpen` throws once the transaction is over.
 */
export function createKysely(
  client: pg.ClientBase,
  nameStatement: (text: string) => string | undefined,
  assertOpen: () => void,
): Kysely<unknown> {
  const connection: DatabaseConnection = {
    executeQuery: async <Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> => {
      assertOpen()
      const { rows, rowCount } = await execute(client, {
        name: nameStatement(sql),
        text: sql,
        values: parameters,
      })
      return { rows: rows as Row[], numAffectedRows: BigInt(rowCount ?? 0) }
    },
    streamQuery: () => {
      throw new Error('rows are read whole, never streamed')
    },
  }
  const rejectBegin = () => Promise.reject(new Error('the transaction is already open'))
  return new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => ({
        init: async () => {},
        acquireConnection: async () => connection,
        beginTransaction: rejectBegin,
        commitTransaction: rejectBegin,
        rollbackTransaction: rejectBegin,
        releaseConnection: async () => {},
        destroy: async () => {},
      }),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
}

import type pg from 'pg'
import { execute, ownQuery, type Shape, shapeOf } from './driver.ts'
import { gather } from './gather.ts'

export interface Statement {
  /** The name it is prepared under; undefined behind a pooler that hands out another connection each time. */
  name: string | undefined
  text: string
  values: readonly unknown[]
}

/**
 * Sends one statement. What its rows look like is asked for only the first time that a connection runs it:
 * PostgreSQL refuses to run a prepared statement whose columns would not be the same any more.
 */
export function send(
  client: pg.ClientBase,
  { name, text, values }: Statement,
): Promise<pg.QueryResult> {
  gather(client)
  if (name === undefined) return client.query({ text, values: [...values] })
  const shapes = shapesOf(client)
  const shape = shapes.get(name)
  if (shape !== undefined) return sendKnown(client, name, values, shape)
  const answer = client.query({ name, text, values: [...values] })
  return answer.then((result) => {
    shapes.set(name, shapeOf(result))
    return result
  })
}

const ofConnections = new WeakMap<pg.ClientBase, Map<string, Shape>>()

function shapesOf(client: pg.ClientBase): Map<string, Shape> {
  let shapes = ofConnections.get(client)
  if (shapes === undefined) {
    shapes = new Map()
    ofConnections.set(client, shapes)
  }
  return shapes
}

const sendKnown = (
  client: pg.ClientBase,
  name: string,
  values: readonly unknown[],
  shape: Shape,
): Promise<pg.QueryResult> =>
  new Promise((resolve, reject) => {
    const query = ownQuery(
      (connection) => {
        try {
          execute(connection, name, values)
        } catch (error) {
          return error
        }
        connection.sync()
        return undefined
      },
      (error, result) => (error ? reject(error) : resolve(result)),
      shape,
    )
    client.query(query)
  })

import { DatabaseSync } from 'node:sqlite'

export interface Order {
  order_id: string
  reference: string
  /** The JSON of the order as it arrived. */
  content: string
  state: 'open' | 'shipped' | 'cancelled'
}

/** Stores the orders of the warehouse in SQLite. */
export function openOrders(path: string) {
  const db = new DatabaseSync(path)
  db.exec(`create table if not exists orders (
    order_id text primary key, reference text not null unique, content text not null, state text not null default 'open')`)
  const select = (column: 'order_id' | 'reference', value: string) =>
    db.prepare(`select * from orders where ${column} = ?`).get(value) as Order | undefined
  return {
    /** Stores an order. A repeated reference is the same order. */
    accept(reference: string, content: string): Order | undefined {
      db.prepare(
        'insert into orders (order_id, reference, content) values (?, ?, ?) on conflict do nothing',
      ).run(crypto.randomUUID(), reference, content)
      return select('reference', reference)
    },
    find: (order_id: string) => select('order_id', order_id),
    open: () => db.prepare("select * from orders where state = 'open'").all() as unknown as Order[],
    setState(order_id: string, state: Order['state']): void {
      db.prepare('update orders set state = ? where order_id = ?').run(state, order_id)
    },
    close: () => db.close(),
  }
}

import { ApiError } from '#contract'
import type * as fulfilment from '#fulfilment'
import { type Database, inTransaction, type TxContext } from '#platform/postgres/database'
import { findViolations } from '#test/walk-invariants'
import { type Snapshot, snapshotSql, toSnapshot } from './snapshot.ts'
import { type CarrierResponse, createShipping, type World, withoutCache } from './world.ts'

/** The code under test on one database, with the clock and the stock ledger of the current state. */
export interface Session {
  world: World
  db: Database
  time: { now: Date }
  /** The number of units that were put into stock, by variant. */
  given: Map<string, number>
  run<T>(callback: (ctx: TxContext) => Promise<T>): Promise<T>
  read(): Promise<Snapshot>
  /** Returns the rules that the state violates. */
  findViolations(): Promise<string[]>
  shippingWith(response: CarrierResponse): fulfilment.ShippingConfig
}

/** Runs SQL for the account of the world under test. */
export type Query = TxContext['query']

/**
 * Creates a session.
 *
 * @param query  defaults to a transaction for each statement
 */
export function createSession(
  world: World,
  time: { now: Date },
  openDb: (clock: () => Date) => Database,
  query?: Query,
): Session {
  const db = openDb(() => time.now)
  const { account_id } = world
  const deployment = withoutCache(world)
  const run = <T>(callback: (ctx: TxContext) => Promise<T>) =>
    inTransaction(db, account_id, callback)
  const ctx = {
    account_id,
    query: query ?? ((text, values) => run((each) => each.query(text, values))),
  }
  const session: Session = {
    world,
    db,
    time,
    given: new Map(world.given),
    run,
    async read() {
      const [row] = await ctx.query<{ state: Parameters<typeof toSnapshot>[0] }>(snapshotSql, [
        account_id,
        time.now,
        world.variant_ids,
      ])
      if (row === undefined) throw new Error('no state was read')
      const minutes = Math.round((time.now.getTime() - world.start.getTime()) / 60_000)
      return toSnapshot(row.state, { deployment, names: world.names, clock: minutes % 1440 })
    },
    async findViolations() {
      const { given } = session
      const found = await findViolations(ctx, {
        gift_ids: undefined,
        given,
        donation: world.donation,
      })
      return found.map(({ rule, id, detail }) => `not true: ${rule} (${id}: ${detail})`)
    },
    shippingWith: (response) => createShipping(world.spec, () => response),
  }
  return session
}

/** One action of a recipient, a sender, a packer, a carrier, or the clock. */
export interface Action {
  name: string
  /**
   * True for a background job, which skips rows that another transaction has locked and
   * processes them in a later round.
   */
  isJob?: true
  /** Moves the clock before the action. */
  advance?(session: Session, snapshot: Snapshot): void
  perform(session: Session, snapshot: Snapshot): Promise<unknown>
}

/** Performs an action. Returns whether it was accepted. Throws errors that no caller may see. */
export async function perform(
  session: Session,
  action: Action,
  snapshot: Snapshot,
): Promise<boolean> {
  session.time.now = new Date(session.time.now.getTime() + 1)
  action.advance?.(session, snapshot)
  try {
    await action.perform(session, snapshot)
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}

/**
 * Returns a function that creates actions. Each action is one transaction, and
 * its name begins with the subject.
 */
export const createActionFactory =
  (subject: string) =>
  (name: string, run: (ctx: TxContext, session: Session) => Promise<unknown>): Action => ({
    name: `${subject} ${name}`,
    perform: (session) => session.run((ctx) => run(ctx, session)),
  })

/** Changes the ledger of the units that were put into stock. */
export function addUnits({ given }: Session, variant_id: string, by: number): void {
  given.set(variant_id, (given.get(variant_id) ?? 0) + by)
}

import { ALL_ACCOUNTS, type Database, readTransaction } from '../postgres/database.ts'
import { forceIndexScans } from '../postgres/force-index-scans.ts'
import { checkMs, type PollingLoop, type RestingLoop, startPollingLoop } from './polling-loop.ts'

/** Looks for the due work of many loops with one statement, so that loops without work can rest. */
export interface DueCheck {
  /**
   * Returns the `watch` of a loop. `condition` is SQL that is true when the loop has due work: `hasDueRows`, or an `exists`
   * that finds its row with an index. A condition that is true without work costs a run of the loop a second. Without a
   * condition, the loop is not watched.
   */
  when(condition: string | undefined): ((loop: RestingLoop) => void) | undefined
  /** Returns the names of the watched loops whose condition is true. */
  findDue(): Promise<string[]>
  /** Returns the names of the watched loops. */
  watched(): string[]
  /** Returns the names of the watched loops that rest. */
  resting(): string[]
  loop: PollingLoop
}

export interface DueCheckOptions {
  /** The milliseconds between two checks. */
  intervalMs?: number
  onError: (error: unknown, where: string) => void
}

/** Starts the check. After a failed check, all resting loops look for themselves. */
export function startDueCheck(
  db: Database,
  { intervalMs = checkMs, onError }: DueCheckOptions,
): DueCheck {
  const watched: { condition: string; loop: RestingLoop }[] = []

  async function findDue(): Promise<string[]> {
    const rows = watched.map(({ condition, loop }) => `('${loop.name}', ${condition})`)
    if (rows.length === 0) return []
    const statement = `select name from (values ${rows.join(', ')}) as work (name, is_due)
      where is_due and $1::timestamptz is not null`
    return readTransaction(db, ALL_ACCOUNTS, (ctx) => {
      forceIndexScans(ctx)
      return ctx.queryValues<string>(statement, [ctx.real_now])
    })
  }

  async function run(): Promise<number> {
    const resting = watched.filter(({ loop }) => loop.isResting())
    if (resting.length === 0) return 0
    const lookAt = (names: readonly string[]) => {
      for (const { loop } of resting) if (names.includes(loop.name)) loop.look()
    }
    try {
      lookAt(await findDue())
    } catch (error) {
      lookAt(resting.map(({ loop }) => loop.name))
      throw error
    }
    return 0
  }

  return {
    when: (condition) =>
      condition === undefined ? undefined : (loop) => void watched.push({ condition, loop }),
    findDue,
    watched: () => watched.map(({ loop }) => loop.name),
    resting: () => watched.filter(({ loop }) => loop.isResting()).map(({ loop }) => loop.name),
    loop: startPollingLoop({ name: 'due', intervalMs, run, onError }),
  }
}

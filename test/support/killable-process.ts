import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { after } from 'node:test'
import type pg from 'pg'
import { root } from '#scripts/steps'
import { eventually } from '#test/eventually'

interface KillableProcessOptions {
  pool: pg.Pool
  /** The path of the program from the root. The program gets its settings as JSON. */
  script: string
  /** The name of the program's database connections. */
  connectionName: string
  timeoutMs: number
}

/**
 * Creates functions that run a program that uses the database of a test, and kill it with SIGKILL at chosen
 * places of its transaction.
 */
export function createKillableProcess(options: KillableProcessOptions) {
  const { pool, script, connectionName, timeoutMs } = options
  const children: ChildProcess[] = []
  after(() => {
    for (const child of children) child.kill('SIGKILL')
  })

  function start(settings: object): ChildProcess {
    const args = [script, JSON.stringify(settings)]
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
    children.push(child)
    return child
  }

  /** Runs the program until it ends. Returns its output. */
  async function run(settings: object): Promise<string> {
    const { stdout } = start(settings)
    assert.ok(stdout)
    return text(stdout)
  }

  /** Returns whether a connection of the program has this state. */
  async function isConnected(conditionSql = 'true'): Promise<boolean> {
    const { rows } = await pool.query(
      `select from pg_stat_activity where datname = current_database() and application_name like $1 and ${conditionSql}`,
      [`%${connectionName}%`],
    )
    return rows.length > 0
  }

  async function kill(child: ChildProcess): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }

  const waitUntilDisconnected = () =>
    eventually(async () => !(await isConnected()), {
      timeoutMs,
      message: 'the server has ended the session of the killed process',
    })

  /** Starts the program, and kills it while it waits for this table. */
  async function killBefore(table: string, settings: object): Promise<void> {
    const blocker = await pool.connect()
    try {
      await blocker.query('begin')
      await blocker.query('set local idle_in_transaction_session_timeout = 0')
      await blocker.query(`lock table ${table} in share mode`)
      const child = start(settings)
      await eventually(() => isConnected(`wait_event_type = 'Lock'`), {
        timeoutMs,
        message: `the ${connectionName} waits for ${table}`,
      })
      await kill(child)
    } finally {
      await blocker.query('rollback')
      blocker.release()
    }
    await waitUntilDisconnected()
  }

  return { start, run, isConnected, kill, killBefore, waitUntilDisconnected }
}

import assert from 'node:assert/strict'
import { after, before, beforeEach, it } from 'node:test'
import { eventually } from '#test/eventually'
import { createEmptyDatabase } from '#test/throwaway-database'
import { openTestDatabase } from '#test/webhook-harness'
import { ALL_ACCOUNTS, type Database, inTransaction } from '../postgres/database.ts'
import { type DueCheck, startDueCheck } from './due-check.ts'
import { findOldestDue, hasDueRows } from './due-table.ts'
import { type PollingLoop, startPollingLoop } from './polling-loop.ts'

const kinds = ['letters', 'calls'] as const
type Kind = (typeof kinds)[number]

let db: Database
let errors: string[]
let loops: Record<Kind, PollingLoop>
let runs: Record<Kind, number>
let stop: () => Promise<void>
before(async () => {
  db = openTestDatabase((await createEmptyDatabase()).url)
})
beforeEach(async () => {
  await execute('drop table if exists job')
  await execute('create table job (kind text not null, due_at timestamptz not null)')
  errors = []
  runs = { letters: 0, calls: 0 }
})
after(() => db.pool.end())

const execute = (statement: string, values: unknown[] = []) =>
  inTransaction(db, ALL_ACCOUNTS, (ctx) => ctx.query<{ kind: string }>(statement, values))

const insertJob = (kind: Kind, afterMs: number) =>
  execute(`insert into job values ($1, now() + $2 * interval '1 millisecond')`, [kind, afterMs])

const tableOf = (kind: Kind) => ({ table: 'job', dueAt: 'due_at', where: `kind = '${kind}'` })

const onError = (error: unknown, where: string) =>
  errors.push(`${where}: ${(error as Error).message}`)

function startLoop(check: DueCheck, kind: Kind, intervalMs: number): PollingLoop {
  return startPollingLoop({
    name: kind,
    intervalMs,
    async run() {
      runs[kind] += 1
      const done = await execute(
        'delete from job where kind = $1 and due_at <= now() returning kind',
        [kind],
      )
      return done.length
    },
    watch: check.when(hasDueRows(tableOf(kind))),
    onError,
  })
}

/** Starts a check and two loops, and waits until both rest. */
async function startResting(intervalMs = 5): Promise<DueCheck> {
  const check = startDueCheck(db, { intervalMs: 10, onError })
  loops = {
    letters: startLoop(check, 'letters', intervalMs),
    calls: startLoop(check, 'calls', intervalMs),
  }
  stop = async () => {
    await Promise.all([check.loop, ...Object.values(loops)].map((loop) => loop.stop()))
  }
  await eventually(() => kinds.every((kind) => check.resting().includes(kind)), {
    message: 'both loops rest',
  })
  return check
}

const countJobs = async () => (await execute('select kind from job')).length

it('ends the rest of the loop whose work becomes due, and of no other', async () => {
  await startResting()
  try {
    const before = { ...runs }
    await insertJob('letters', 50)
    await eventually(async () => (await countJobs()) === 0, { message: 'the letter is done' })
    assert.ok(runs.letters > before.letters)
    assert.equal(runs.calls, before.calls)
  } finally {
    await stop()
  }
})

it('leaves a loop at rest whose interval is not over, although work that it cannot do is due', async () => {
  const check = startDueCheck(db, { intervalMs: 10, onError })
  const loop = startPollingLoop({
    name: 'slow',
    intervalMs: 5_000,
    run: async () => {
      runs.letters += 1
      return 0
    },
    watch: check.when('true'),
    onError,
  })
  try {
    await eventually(() => check.resting().includes('slow'), { message: 'the loop rests' })
    const checkedAt = check.loop.lastSuccess()
    await eventually(() => check.loop.lastSuccess() !== checkedAt, { message: 'the next check' })
    assert.deepEqual(await check.findDue(), ['slow'])
    assert.equal(runs.letters, 1)
  } finally {
    await Promise.all([check.loop.stop(), loop.stop()])
  }
})

it('lets all resting loops look for themselves when the check fails, and reports it', async () => {
  await startResting()
  const before = { ...runs }
  try {
    await execute('alter table job rename column due_at to due')
    await eventually(() => kinds.every((kind) => runs[kind] > before[kind]), {
      message: 'both loops run',
    })
    assert.ok(errors.some((each) => each.startsWith('due: ')))
  } finally {
    await stop()
  }
})

it('ignores loops without a condition, and stops during a rest', async () => {
  const check = await startResting()
  assert.equal(check.when(undefined), undefined)
  assert.deepEqual(check.watched(), kinds)
  await stop()
  assert.deepEqual(errors, [])
})

it('finds the oldest due row', async () => {
  const find = () =>
    inTransaction(db, ALL_ACCOUNTS, (ctx) =>
      findOldestDue(ctx, { ...tableOf('calls'), maxScanned: 10 }),
    )
  await insertJob('letters', -90_000)
  await insertJob('calls', 60_000)
  assert.equal(await find(), undefined)
  await insertJob('calls', -30_000)
  await insertJob('calls', -60_000)
  const [oldest] = await inTransaction(db, ALL_ACCOUNTS, (ctx) =>
    ctx.queryValues<Date>(`select min(due_at) as at from job where kind = 'calls'`),
  )
  assert.deepEqual(await find(), oldest)
})

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, it } from 'node:test'
import * as accounts from '#accounts'
import { recordEntry } from '#audit'
import * as campaigns from '#campaigns'
import * as contacts from '#contacts'
import { ApiError } from '#contract'
import { sha256 } from '#platform/crypto/encryption'
import { ALL_ACCOUNTS } from '#platform/postgres/database'
import { eventually } from '#test/eventually'
import { dumpTables } from '#test/table-dump'
import { createTestDatabase } from '#test/test-database'
import { seed } from './demo-data.ts'
import { createDemoGifts } from './demo-gifts.ts'

const testDb = await createTestDatabase()
after(() => testDb.close())
const dayMs = 24 * 60 * 60 * 1000
const by = 'Olga Operator'

/** Creates an account with the demo gifts, a contact, and a user who has another account too. */
async function createFullAccount(): Promise<accounts.Account> {
  const account = await testDb.newAccount()
  await testDb.run(account.id, async (ctx) => {
    await seed(ctx)
    const { data } = await campaigns.list(ctx, {}, { limit: 25, order: 'desc' })
    await createDemoGifts(ctx, data)
    const boss = await contacts.createContact(ctx, { given_name: 'Bo', groups: ['All'] })
    await contacts.createContact(ctx, { given_name: 'Al', manager_id: boss.id })
  })
  return account
}

const asOperator = <T>(run: Parameters<typeof testDb.run<T>>[1]) => testDb.run(ALL_ACCOUNTS, run)
const suspend = (id: string) =>
  asOperator((ctx) => accounts.suspendAccount(ctx, id, { reason: 'left' }))
const end = (id: string, days = 30) =>
  asOperator((ctx) => accounts.endAccount(ctx, id, { days, by }))
const findTerm = async (id: string) =>
  (await asOperator((ctx) => accounts.findManagedAccount(ctx, id)))?.erase_after ?? null
const isRefused = (code: string) => (error: unknown) =>
  error instanceof ApiError && error.code === code

/** Returns the rows of each table that name an account, and the others. */
async function splitRows(id: string) {
  const dump = await dumpTables({ run: (callback) => testDb.run(ALL_ACCOUNTS, callback) })
  const pick = (isOwn: boolean) =>
    new Map(
      [...dump].map(([table, rows]) => [
        table,
        rows.filter((row) => row.includes(id) === isOwn).toSorted(),
      ]),
    )
  return { own: pick(true), others: pick(false) }
}

const namesOf = (rows: ReadonlyMap<string, readonly string[]>) =>
  [...rows].flatMap(([table, { length }]) => (length > 0 ? [table] : []))

/** The tables without an account, whose rows name persons: those of the ended account go with it. */
const personTables = ['access.person']

it('ends only a suspended account without operators, and can be called back during the term', async () => {
  const { id } = await testDb.newAccount()
  await assert.rejects(end(id), isRefused('invalid_transition'))
  await suspend(id)
  await end(id)
  assert.equal((await findTerm(id))?.getTime(), testDb.time.now.getTime() + 30 * dayMs)
  assert.equal(await accounts.deleteEndedAccounts(testDb.db), 0)
  await asOperator((ctx) => accounts.resumeAccount(ctx, id))
  assert.equal(await findTerm(id), null)
  testDb.time.now = new Date(testDb.time.now.getTime() + 40 * dayMs)
  assert.equal(await accounts.deleteEndedAccounts(testDb.db), 0)
  await testDb.run(id, async (ctx) => {
    const { user } = await accounts.createUser(ctx, {
      email: 'o@op.example',
      name: 'O',
      role: 'admin',
    })
    await accounts.setOperator(ctx, user.email, true)
  })
  await suspend(id)
  await assert.rejects(end(id), isRefused('not_allowed'))
})

it('deletes nothing while a person who became an operator during the term belongs to the account', async () => {
  const { id } = await testDb.newAccount()
  await suspend(id)
  await end(id)
  const { email } = await testDb.run(id, async (ctx) => {
    const created = await accounts.createUser(ctx, {
      ...{ email: 'late@op.example', name: 'Late', role: 'admin' },
    })
    await accounts.setOperator(ctx, created.user.email, true)
    return created.user
  })
  testDb.time.now = new Date(testDb.time.now.getTime() + 40 * dayMs)
  const errors: unknown[] = []
  const collect = (error: unknown) => void errors.push(error)
  assert.equal(await accounts.deleteEndedAccounts(testDb.db, collect), 0)
  assert.ok(errors.length === 1 && isRefused('not_allowed')(errors[0]))
  await testDb.run(id, (ctx) => accounts.setOperator(ctx, email, false))
  assert.equal(await accounts.deleteEndedAccounts(testDb.db, collect), 1)
})

it('deletes every row of the account after the term, and none of another', async () => {
  const [gone, stays] = [await createFullAccount(), await createFullAccount()]
  const { user } = await testDb.run(gone.id, (ctx) =>
    accounts.createUser(ctx, { email: 'alone@gone.example', name: 'Alone', role: 'sender' }),
  )
  // Another application can use the same database.
  await asOperator(async (ctx) => {
    await ctx.query('create schema other_application')
    await ctx.query('create table other_application.invoice (account_id text)')
    await ctx.query('insert into other_application.invoice values ($1)', [gone.id])
  })
  await suspend(gone.id)
  await end(gone.id, 7)
  const before = await splitRows(gone.id)
  assert.ok(namesOf(before.own).length > 40, namesOf(before.own).join(', '))
  testDb.time.now = new Date(testDb.time.now.getTime() + 8 * dayMs)
  assert.equal(await accounts.deleteEndedAccounts(testDb.db), 1)
  const left = await splitRows(gone.id)
  assert.deepEqual(namesOf(left.own), ['access.account_end', 'other_application.invoice'])
  const [line = ''] = left.own.get('access.account_end') ?? []
  assert.ok(line.includes(by) && !line.includes('Acme'), line)
  for (const [table, rows] of before.others)
    if (!personTables.includes(table)) assert.deepEqual(left.others.get(table), rows, table)
  const persons = left.others.get('access.person')?.join() ?? ''
  assert.ok(
    !persons.includes(user.email) &&
      before.others.get('access.person')?.join().includes(user.email),
  )
  assert.ok(namesOf((await splitRows(stays.id)).own).length > 40)
  assert.equal(await accounts.deleteEndedAccounts(testDb.db), 0)
  assert.equal(await findTerm(gone.id), null)
})

it('leaves a person who has another account, and their sessions there', async () => {
  const [gone, stays] = [await testDb.newAccount(), await testDb.newAccount()]
  const { user } = await testDb.run(stays.id, (ctx) =>
    accounts.createUser(ctx, { email: 'both@example.com', name: 'Both', role: 'admin' }),
  )
  await asOperator((ctx) =>
    ctx.query(
      `insert into access.user (account_id, id, name, role, email, email_key, person_id, created_at)
       select $1, gen_random_uuid(), name, role, email, email_key, person_id, created_at from access.user where id = $2`,
      [gone.id, user.id],
    ),
  )
  const startSession = (method: string, name: string) =>
    asOperator((ctx) =>
      ctx.query(
        `insert into access.session (account_id, id, person_id, token_hash, method, address, user_agent, created_at, last_seen_at, expires_at)
         values ($1, gen_random_uuid(), $2, $3, $4, '', '', $5, $5, $6)`,
        [
          ...[gone.id, user.id, sha256(name), method],
          ...[testDb.time.now, new Date(testDb.time.now.getTime() + 14 * dayMs)],
        ],
      ),
    )
  await startSession('passkey', 'began in the ended account')
  await startSession('single_sign_on', 'of its provider')
  await suspend(gone.id)
  await end(gone.id, 1)
  testDb.time.now = new Date(testDb.time.now.getTime() + 1.01 * dayMs)
  await asOperator((ctx) =>
    ctx.query('update access.session set last_seen_at = $1', [testDb.time.now]),
  )
  await accounts.deleteEndedAccounts(testDb.db)
  assert.deepEqual(namesOf((await splitRows(gone.id)).own), ['access.account_end'])
  const enter = async (name: string) =>
    (await accounts.findSessionUser(testDb.db, name, { address: '' }))?.account_id
  assert.equal(await enter('began in the ended account'), stays.id)
  assert.equal(await enter('of its provider'), undefined)
  const found = await testDb.run(stays.id, (ctx) => accounts.findFirstUser(ctx))
  assert.equal(found?.email, 'both@example.com')
})

it('continues after a kill in the middle, and is not called back any more', async () => {
  const gone = await createFullAccount()
  await suspend(gone.id)
  await end(gone.id, 1)
  testDb.time.now = new Date(testDb.time.now.getTime() + 2 * dayMs)
  const before = await splitRows(gone.id)
  const script = `
    const accounts = await import(${JSON.stringify(new URL('../domain/accounts/index.ts', import.meta.url).href)})
    const { openProcessDatabase } = await import(${JSON.stringify(new URL('../../test/support/test-database.ts', import.meta.url).href)})
    const db = openProcessDatabase({ url: ${JSON.stringify(testDb.url)}, maxConnections: 2, name: 'killed' })
    await accounts.deleteEndedAccounts(db)
  `
  const lock = await testDb.db.pool.connect()
  await lock.query('begin')
  await lock.query("set local bestow.account = '*'")
  await lock.query('lock table contacts.contact in access exclusive mode')
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' })
  const isWaiting = async () =>
    (
      await lock.query(
        `select from pg_locks where not granted and relation = 'contacts.contact'::regclass`,
      )
    ).rowCount
  await eventually(isWaiting)
  child.kill('SIGKILL')
  await once(child, 'exit')
  await lock.query('rollback')
  lock.release()
  const middle = await splitRows(gone.id)
  assert.ok(
    namesOf(middle.own).length < namesOf(before.own).length,
    'nothing was deleted before the kill',
  )
  assert.ok(namesOf(middle.own).includes('contacts.contact'))
  await assert.rejects(
    asOperator((ctx) => accounts.resumeAccount(ctx, gone.id)),
    isRefused('invalid_transition'),
  )
  await assert.rejects(end(gone.id), isRefused('invalid_transition'))
  await accounts.deleteEndedAccounts(testDb.db)
  assert.deepEqual(namesOf((await splitRows(gone.id)).own), ['access.account_end'])
})

it('deletes once when two processes begin at the same instant', async () => {
  const gone = await createFullAccount()
  await suspend(gone.id)
  await end(gone.id, 1)
  testDb.time.now = new Date(testDb.time.now.getTime() + 2 * dayMs)
  await Promise.all([1, 2, 3].map(() => accounts.deleteEndedAccounts(testDb.db)))
  assert.deepEqual(namesOf((await splitRows(gone.id)).own), ['access.account_end'])
})

it('deletes a row that another process writes after its table was empty', async () => {
  const gone = await testDb.newAccount()
  await suspend(gone.id)
  await end(gone.id, 1)
  testDb.time.now = new Date(testDb.time.now.getTime() + 2 * dayMs)
  const [lock, writer] = [await testDb.db.pool.connect(), await testDb.db.pool.connect()]
  for (const client of [lock, writer]) {
    await client.query('begin')
    await client.query("set local bestow.account = '*'")
  }
  const isWaiting = (where: string) => async () =>
    (await lock.query(`select from pg_locks where not granted and ${where}`)).rowCount
  await lock.query('lock table access.audit_entry in access exclusive mode')
  const deletion = accounts.deleteEndedAccounts(testDb.db)
  await eventually(isWaiting(`relation = 'access.audit_entry'::regclass`))
  await writer.query('insert into catalogue.revision (account_id, number) values ($1, 1)', [
    gone.id,
  ])
  await lock.query('rollback')
  await eventually(isWaiting(`locktype = 'transactionid'`))
  await writer.query('commit')
  for (const client of [lock, writer]) client.release()
  assert.equal(await deletion, 1)
  assert.deepEqual(namesOf((await splitRows(gone.id)).own), ['access.account_end'])
})

it('protects the audit log of an account that has not ended', async () => {
  const { id } = await createFullAccount()
  const remove = () =>
    testDb.run(id, (ctx) => ctx.query('delete from access.audit_entry where account_id = $1', [id]))
  await testDb.run(id, (ctx) =>
    ctx.query(
      `insert into access.account_end (account_id, requested_at, requested_by, erase_after) values ($1, now(), 'x', now())`,
      [id],
    ),
  )
  await testDb.run(id, async (ctx) => {
    recordEntry(ctx, { action: 'account.suspend', subject: { kind: 'account', id } })
  })
  await assert.rejects(remove(), /append-only/)
})

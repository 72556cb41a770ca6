import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as accounts from '#accounts'
import * as connections from '#connections'
import { ApiError } from '#contract'
import { sha256 } from '#platform/crypto/encryption'
import { createTestApp, giftBody } from '#test/api-harness'
import * as contacts from './index.ts'

const testApp = await createTestApp()

/** A service whose people and whose next answer a test sets. */
const service = {
  people: new Map<string, { version: string; cells: Record<string, string> }>(),
  fail: '',
  /** Whether the answer has changes only, and removes no one. */
  removesNone: false,
  onRead: async () => {},
}
const people = contacts.defineRoster({
  kind: 'people',
  title: { en: 'People' },
  about: { en: 'A roster of a test' },
  settings: {},
  open: () => ({
    async read({ versions }): Promise<contacts.RosterReading> {
      await service.onRead()
      if (service.fail !== '') return { ok: false, reason: service.fail }
      const changed = [...service.people].flatMap(([key, { version, cells }]) =>
        versions.get(key) === version ? [] : [{ key, version, cells }],
      )
      const removed = [...versions.keys()].filter(
        (key) => !service.removesNone && !service.people.has(key),
      )
      return { ok: true, cursor: 'next', changed, removed }
    },
  }),
  test: async () => ({ ok: true, tried: 'GET /', answer: 'ok' }),
})
const registry = connections.createRegistry([people])

let count = 0
async function addRoster(): Promise<string> {
  service.people.clear()
  count += 1
  return testApp.run(async (ctx) => {
    const input = { kind: 'people', name: `People ${count}`, settings: {} }
    const row = await connections.create(ctx, input, registry)
    await contacts.addRoster(ctx, row)
    return row.id
  })
}

const put = (key: string, cells: Record<string, string>) =>
  service.people.set(key, { version: sha256(JSON.stringify(cells)).toString('hex'), cells })
const run = () => contacts.runDueRoster(testApp.db, testApp.account.id, registry)
const runAgain = async (id: string, accepts_removals = false) => {
  await testApp.run((ctx) => contacts.requestRosterRun(ctx, id, accepts_removals))
  await run()
  const state = (await testApp.run(contacts.listRosters)).get(id)
  return state ?? assert.fail('the roster has no state')
}
const find = (email: string) => testApp.run((ctx) => contacts.findByEmail(ctx, email))
const update = (id: string, values: Partial<contacts.ContactValues>) =>
  testApp.run((ctx) => contacts.updateContact(ctx, id, values))
const read = async (id: string) =>
  (await testApp.run(connections.list)).find((row) => row.id === id) ?? assert.fail('no connection')
const addMany = (from: number, to: number, domain: string) => {
  for (let nr = from; nr <= to; nr += 1)
    put(`k${nr}`, { name: `Nr ${nr}`, work_email: `nr${nr}@${domain}` })
}

it('adds, changes and removes contacts as the roster does, and says how many', async () => {
  const id = await addRoster()
  put('ada', { name: 'Ada Larkin', work_email: 'ada@one.example', phone: '+4915112345678' })
  put('ben', { name: 'Ben Ode', work_email: 'ben@one.example' })
  assert.equal(await run(), 2)
  const ada = await find('ada@one.example')
  assert.deepEqual(ada?.origins.phone?.source, 'roster')
  assert.equal(ada?.origins.phone?.connection_id, id)
  put('ada', { name: 'Ada King', work_email: 'ada@one.example' })
  service.people.delete('ben')
  const { counts, problems } = await runAgain(id)
  assert.deepEqual(counts, { added: 0, changed: 1, removed: 1, skipped: 0 })
  assert.deepEqual(problems, [])
  const changed = await find('ada@one.example')
  assert.deepEqual([changed?.id, changed?.family_name, changed?.phone], [ada?.id, 'King', null])
  assert.equal(await find('ben@one.example'), undefined)
})

it('leaves what a person has edited, consent, and the reason for no gifts', async () => {
  const id = await addRoster()
  put('eva', { name: 'Eva Ode', work_email: 'eva@two.example', department: 'Sales' })
  await run()
  const eva = (await find('eva@two.example')) ?? assert.fail()
  await update(eva.id, { department: 'Board', do_not_gift: 'asked us', given_name: 'Evi' })
  put('eva', {
    ...{ name: 'Eva King', work_email: 'eva@two.example', department: 'Sales 2' },
    ...{ do_not_gift: 'no', consent: 'all' },
  })
  await runAgain(id)
  const after = await find('eva@two.example')
  assert.deepEqual(
    [after?.department, after?.do_not_gift, after?.given_name, after?.family_name, after?.consent],
    ['Board', 'asked us', 'Evi', 'King', null],
  )
})

it('does not delete a contact that something else holds, but ends its origin', async () => {
  const id = await addRoster()
  const keys = ['edited', 'refuses', 'gifted', 'alone']
  for (const key of keys) put(key, { name: `${key} Person`, work_email: `${key}@three.example` })
  await run()
  const idOf = async (key: string) => (await find(`${key}@three.example`))?.id ?? assert.fail(key)
  await update(await idOf('edited'), { phone: '+4915112345679' })
  await update(await idOf('refuses'), { do_not_gift: 'asked us' })
  const recipient = { first_name: 'Gia', last_name: 'Ode', email: 'gifted@three.example' }
  await testApp.api.post('/gift_requests', giftBody(testApp, { recipient }))
  service.people.clear()
  const { refused_removals } = await runAgain(id)
  assert.equal(refused_removals, 4)
  await runAgain(id, true)
  for (const key of ['edited', 'refuses', 'gifted']) {
    const contact = (await find(`${key}@three.example`)) ?? assert.fail(key)
    assert.ok(
      Object.values(contact.origins).every(({ source }) => source !== 'roster'),
      key,
    )
    assert.notEqual(contact.given_name, '')
  }
  assert.equal(await find('alone@three.example'), undefined)
})

it('does not believe an empty answer, needs attention at once, and removes when an admin says so', async () => {
  const id = await addRoster()
  addMany(1, 500, 'four.example')
  await run()
  service.people.clear()
  const refused = await runAgain(id)
  assert.deepEqual([refused.refused_removals, refused.counts?.removed], [500, 0])
  assert.ok(await find('nr500@four.example'))
  assert.match((await read(id)).last_error ?? '', /500 of 500 people would be removed/)
  const failing = await testApp.run(connections.findFailing)
  assert.ok(failing.some((row) => row.id === id))
  const { counts } = await runAgain(id, true)
  assert.equal(counts?.removed, 500)
  assert.equal(await find('nr500@four.example'), undefined)
  assert.equal((await read(id)).failures, 0)
})

it('reads no more people than a roster may have, however many runs bring them', async () => {
  const id = await addRoster()
  put('kim', { name: 'Kim Ode', work_email: 'kim@many.example' })
  await run()
  await testApp.run((ctx) =>
    ctx.query(
      `insert into contacts.source_entry (account_id, source, key, version)
       select $1, $2, 'old ' || n, 'v' from generate_series(2, $3::int) n`,
      [testApp.account.id, id, contacts.maxRosterEntries],
    ),
  )
  put('lou', { name: 'Lou Ode', work_email: 'lou@many.example' })
  service.removesNone = true
  await runAgain(id)
  service.removesNone = false
  assert.match((await read(id)).last_error ?? '', /more than 20000 people/)
  assert.equal(await find('lou@many.example'), undefined)
})

it('says who became no contact and why, and reads the person again', async () => {
  const id = await addRoster()
  put('a', { name: 'Fay One', work_email: 'fay@five.example' })
  put('b', { name: 'Fay Two', work_email: 'fay@five.example' })
  put('c', { name: 'Gil', work_email: 'not an address' })
  await run()
  const { problems, counts } = await runAgain(id)
  assert.deepEqual(counts, { added: 0, changed: 0, removed: 0, skipped: 2 })
  assert.deepEqual(
    problems.map(({ key }) => key),
    ['b', 'c'],
  )
  assert.match(problems[0]?.problem ?? '', /is also in a; put both into one/)
  put('b', { name: 'Fay Two', work_email: 'fay2@five.example' })
  assert.equal((await runAgain(id)).counts?.added, 1)
})

it('does not bring an erased person back, and stores no name of one', async () => {
  const id = await addRoster()
  put('h', { name: 'Hal Ode', work_email: 'hal@six.example' })
  put('i', { name: 'Hal Ode', work_email: 'hal@six.example' })
  await run()
  await testApp.run((ctx) => contacts.erase(ctx, 'hal@six.example'))
  const rows = await testApp.run((ctx) =>
    ctx.query('select * from contacts.source_entry where account_id = $1 and source = $2', [
      ctx.account_id,
      id,
    ]),
  )
  assert.ok(!JSON.stringify(rows).includes('Hal'))
  const { counts, problems } = await runAgain(id)
  assert.deepEqual([counts?.skipped, problems.every(({ name }) => name === '')], [2, true])
  assert.equal(await find('hal@six.example'), undefined)
})

it('adds a contact again that was deleted by hand', async () => {
  const id = await addRoster()
  put('j', { name: 'Jo Ode', work_email: 'jo@seven.example' })
  await run()
  const jo = (await find('jo@seven.example')) ?? assert.fail()
  await testApp.run((ctx) => contacts.deleteContact(ctx, jo.id))
  assert.equal((await runAgain(id)).counts?.added, 1)
})

it('runs once at a time, also when two processes claim at the same instant', async () => {
  const id = await addRoster()
  put('k', { name: 'Kim Ode', work_email: 'kim@eight.example' })
  let reads = 0
  service.onRead = async () => {
    reads += 1
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  assert.deepEqual((await Promise.all([run(), run(), run()])).toSorted(), [0, 0, 1])
  assert.equal(reads, 1)
  service.onRead = async () => {
    const request = testApp.run((ctx) => contacts.requestRosterRun(ctx, id, false))
    await assert.rejects(request, (error) => error instanceof ApiError)
  }
  await runAgain(id)
  service.onRead = async () => {}
})

it('gives up when another process has its lease, and changes nothing', async () => {
  const id = await addRoster()
  put('l', { name: 'Lea Ode', work_email: 'lea@nine.example' })
  service.onRead = async () => {
    await testApp.run((ctx) =>
      ctx.query(
        'update contacts.roster set lease_id = gen_random_uuid() where account_id = $1 and connection_id = $2',
        [ctx.account_id, id],
      ),
    )
  }
  await assert.rejects(run(), /lost its lease/)
  service.onRead = async () => {}
  assert.equal(await find('lea@nine.example'), undefined)
})

it('stores the reason of a failure, and tries again after an hour', async () => {
  const id = await addRoster()
  service.fail = 'http_503'
  const before = testApp.db.clock().getTime()
  const { next_run_at } = await runAgain(id)
  service.fail = ''
  assert.equal((await read(id)).last_error, 'http_503')
  const minutes = (next_run_at.getTime() - before) / 60_000
  assert.ok(minutes > 50 && minutes < 70, `${minutes} minutes`)
})

it('reads nothing while the connection is disabled, and leaves contacts when it is deleted', async () => {
  const id = await addRoster()
  put('m', { name: 'Mia Ode', work_email: 'mia@ten.example' })
  await run()
  await testApp.run((ctx) => connections.change(ctx, id, { enabled: false }, registry))
  put('n', { name: 'Nia Ode', work_email: 'nia@ten.example' })
  await runAgain(id)
  assert.equal(await find('nia@ten.example'), undefined)
  await testApp.run(async (ctx) => {
    await contacts.removeRoster(ctx, id)
    await connections.remove(ctx, id)
  })
  assert.equal(
    (await find('mia@ten.example'))?.origins.given_name?.name?.startsWith('People'),
    true,
  )
})

it('does not find the roster of another account', async () => {
  const id = await addRoster()
  const other = await testApp.createOtherAccount()
  const request = testApp.run((ctx) => contacts.requestRosterRun(ctx, id, true), other.account.id)
  await assert.rejects(request, (error) => error instanceof ApiError && error.code === 'not_found')
})

it('waits while the account is suspended', async () => {
  const { account } = await testApp.createOtherAccount()
  await testApp.run(async (ctx) => {
    const input = { kind: 'people', name: 'People', settings: {} }
    await contacts.addRoster(ctx, await connections.create(ctx, input, registry))
  }, account.id)
  let reads = 0
  service.onRead = async () => {
    reads += 1
  }
  const stop = new AbortController().signal
  const loop = contacts.createRosterLoop(testApp.db, registry, { stop, roundTimeoutMs: 60_000 })
  const round = async () => {
    reads = 0
    await testApp.run(
      (ctx) => ctx.query('update contacts.roster set due_at = $1', [ctx.real_now]),
      '*',
    )
    await loop.round()
    await loop.settled()
    return reads
  }
  const withAccount = await round()
  await testApp.run((ctx) => accounts.suspendAccount(ctx, account.id, { reason: 'left' }), '*')
  assert.equal(await round(), withAccount - 1)
})

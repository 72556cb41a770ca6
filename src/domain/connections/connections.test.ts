import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Type } from 'typebox'
import { ApiError } from '#contract'
import { createTestApp } from '#test/api-harness'
import * as connections from './index.ts'

const testApp = await createTestApp()
const other = await testApp.createOtherAccount()

const post: connections.Connector = {
  kind: 'post',
  port: 'carrier',
  title: { en: 'Post' },
  about: { en: 'A connector of a test' },
  settings: {
    token: {
      schema: Type.String({ minLength: 8, maxLength: 50 }),
      label: { en: 'Token' },
      isSecret: true,
    },
    depot: { schema: Type.String({ maxLength: 5 }), label: { en: 'Depot' } },
    days: { schema: Type.Integer({ minimum: 1, default: 3 }), label: { en: 'Days' } },
  },
  test: async ({ token }) => ({
    ok: token !== 'broken token',
    tried: 'GET /',
    answer: 'an answer',
  }),
}
const registry = connections.createRegistry([post])
const token = 'a secret token'

let count = 0
const add = (
  settings: Record<string, unknown> = {},
  more: Partial<connections.NewConnection> = {},
) =>
  testApp.run((ctx) => {
    count += 1
    const input = {
      kind: 'post',
      name: `Post ${count}`,
      settings: { token, depot: 'N1', ...settings },
    }
    return connections.create(ctx, { ...input, ...more }, registry)
  })
const change = (id: string, to: connections.ConnectionChange, account_id?: string) =>
  testApp.run((ctx) => connections.change(ctx, id, to, registry), account_id)
const openValues = async (id: string, account_id?: string) =>
  (await testApp.run((ctx) => connections.open(ctx, id, registry), account_id))?.values

const hasMessage = (pattern: RegExp) => (error: ApiError) =>
  error.errors().some(({ message }) => pattern.test(message))

it('encrypts the secret settings', async () => {
  const { id, settings } = await add()
  assert.deepEqual(settings, { depot: 'N1', days: 3 })
  assert.deepEqual(await openValues(id), { token, depot: 'N1', days: 3 })
  const stored = await testApp.run((ctx) =>
    ctx.queryValue<string>(
      `select (c.*)::text || encode(encrypted_credentials, 'escape') from connections.connection c where id = $1`,
      [id],
    ),
  )
  assert.ok(stored && !stored.includes(token))
})

it('names every invalid field', async () => {
  const invalid: [settings: Record<string, unknown>, params: string[]][] = [
    [{ token: 'short' }, ['settings.token']],
    [{ token: undefined }, ['settings.token']],
    [{ depot: 'too long', days: 0 }, ['settings.depot', 'settings.days']],
    [{ extra: 'x' }, ['settings.extra']],
    [{ days: '3' }, ['settings.days']],
  ]
  for (const [settings, params] of invalid) {
    const error = await add(settings).catch((thrown: unknown) => thrown)
    assert.ok(error instanceof ApiError, JSON.stringify(settings))
    assert.deepEqual(
      error.errors().map(({ param }) => param),
      params,
    )
  }
  await assert.rejects(add({}, { kind: 'pigeon' }), hasMessage(/one of post/))
  const { name } = await add()
  await assert.rejects(add({}, { name }), hasMessage(/name of another connection/))
})

it('retains a secret that the form leaves empty', async () => {
  const { id } = await add()
  await change(id, { settings: { token: '', depot: 'N2' } })
  assert.deepEqual(await openValues(id), { token, depot: 'N2', days: 3 })
  await change(id, { settings: { token: 'another token' } })
  assert.deepEqual(await openValues(id), { token: 'another token', depot: 'N2', days: 3 })
  await assert.rejects(change(id, { settings: { depot: 'too long' } }), ApiError)
})

it('has one default of a port', async () => {
  const { id, is_default } = await add()
  assert.equal(is_default, false)
  await change(id, { is_default: true })
  const defaults = (await testApp.run(connections.list)).filter((each) => each.is_default)
  assert.deepEqual(
    defaults.map((each) => each.id),
    [id],
  )
})

it('shows nothing to other accounts', async () => {
  const { id } = await add()
  const account_id = other.account.id
  assert.deepEqual(await testApp.run(connections.list, account_id), [])
  assert.equal(await openValues(id, account_id), undefined)
  assert.equal(await change(id, { name: 'Stolen' }, account_id), undefined)
  assert.equal(await connections.test(testApp.db, account_id, id, registry), undefined)
})

it('counts failures until a success or new settings', async () => {
  const { id } = await add()
  const findFailing = async () =>
    (await testApp.run(connections.findFailing)).some((each) => each.id === id)
  const fail = () => testApp.run(async (ctx) => connections.recordResult(ctx, id, 'x'.repeat(900)))
  for (const isFailing of [false, false, true, true]) {
    await fail()
    assert.equal(await findFailing(), isFailing)
  }
  await testApp.run(async (ctx) => connections.recordResult(ctx, id, undefined))
  assert.equal(await findFailing(), false)
  for (let failure = 0; failure < 3; failure += 1) await fail()
  await change(id, { settings: { depot: 'N3' } })
  assert.equal(await findFailing(), false)
})

it('stores the result of a test', async () => {
  const { id } = await add({ token: 'broken token' })
  const find = async () => (await testApp.run(connections.list)).find((each) => each.id === id)
  const test = () => connections.test(testApp.db, testApp.account.id, id, registry)
  assert.deepEqual([(await test())?.ok, (await find())?.last_error], [false, 'an answer'])
  await change(id, { settings: { token } })
  assert.equal((await test())?.ok, true)
  assert.ok((await find())?.last_success_at)
})

it('rejects a kind that the operator does not allow, and an unknown one of the operator', async () => {
  const forbidding = connections.createRegistry([post], { allowed: [] })
  const input = { kind: 'post', name: 'Forbidden', settings: { token, depot: 'N1' } }
  await assert.rejects(
    testApp.run((ctx) => connections.create(ctx, input, forbidding)),
    hasMessage(/the operator allows none/),
  )
  assert.throws(
    () => connections.createRegistry([post], { allowed: ['pigeon'] }),
    /BESTOW_CONNECTORS names pigeon.*The kinds are post/,
  )
})

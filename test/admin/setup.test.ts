import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as accounts from '#accounts'
import { ALL_ACCOUNTS, inTransaction } from '#platform/postgres/database'
import { createAdminClient, createAdminTestApp } from '#test/admin-harness'
import { pluck } from '#test/pluck'

const testApp = await createAdminTestApp({ isEmpty: true })
const { origin, db } = testApp

const setupBody = {
  account_name: 'Orchard',
  name: 'Grace Hopper',
  email: 'grace@example.com',
  password: 'correct horse battery',
}

it('setup creates the first account with the code from the terminal, once', async () => {
  const [firstCode, secondCode] = [
    await accounts.issueSetupCode(db),
    await accounts.issueSetupCode(db),
  ]
  assert.match(firstCode ?? '', /^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/)
  assert.equal((await createAdminClient(origin).get('/session')).json.needs_setup, true)

  const guess = await createAdminClient(origin).post('/setup', {
    ...setupBody,
    code: '0000-0000-0000',
    password: 'short',
  })
  assert.equal(guess.status, 422)
  assert.deepEqual(pluck(guess.json.errors, 'param'), ['code', 'password'])
  const weak = await createAdminClient(origin).post('/setup', {
    ...setupBody,
    code: firstCode,
    password: 'short',
  })
  assert.deepEqual([weak.status, weak.json.errors[0].param], [422, 'password'])

  const code = firstCode?.toLowerCase().replaceAll('-', ' ')
  const clients = [createAdminClient(origin), createAdminClient(origin)]
  const responses = await Promise.all(
    clients.map((each) => each.post('/setup', { ...setupBody, code })),
  )
  assert.deepEqual(responses.map(({ status }) => status).sort(), [201, 422])
  const first = clients[responses.findIndex(({ status }) => status === 201)]
  const { me, needs_setup } = (await first?.get('/session'))?.json ?? {}
  assert.deepEqual([me.role, me.account.name, needs_setup], ['admin', 'Orchard', false])

  const late = await createAdminClient(origin).post('/setup', {
    ...setupBody,
    code: secondCode,
    email: 'x@example.com',
  })
  assert.equal(late.status, 422)
  assert.equal(await accounts.issueSetupCode(db), undefined)
  const accountRows = await inTransaction(db, ALL_ACCOUNTS, accounts.listAccounts)
  assert.equal(accountRows.length, 1)
  assert.equal((await first?.get('/audit'))?.json.data.at(-1).action, 'account.set_up')
})

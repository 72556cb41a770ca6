import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as accounts from '#accounts'
import { newId } from '#platform/lib/ids'
import { ALL_ACCOUNTS } from '#platform/postgres/database'
import { createAdminTestApp } from '#test/admin-harness'

const testApp = await createAdminTestApp()
await testApp.run((ctx) => accounts.setOperator(ctx, testApp.admin.email, true), ALL_ACCOUNTS)
const operator = await testApp.signIn(testApp.admin)

const insertResults = (count: number, state: string, error: string | null) =>
  testApp.run(async (ctx) => {
    for (let n = 0; n < count; n++)
      ctx.enqueue(
        `insert into mail.message (account_id, id, kind, priority, to_digest, encrypted_payload, code, state, attempts,
           error, created_at, ended_at, sent_at)
         values ($1, $2, 'reset_password', 1, '\\x00', '\\x00', 'r', $3, 1, $4, now(), clock_timestamp(),
           case when $3 = 'sent' then clock_timestamp() end)`,
        [ctx.account_id, newId(ctx.now), state, error],
      )
  })

it('shows operators that mail servers reject the sender, until they accept an email again', async () => {
  await insertResults(4, 'bounced', '550 5.7.26 <ada@private.example> DMARC policy of example.com')
  assert.equal((await operator.get('/system')).json.mail.sender_rejections, null)
  await insertResults(1, 'bounced', '550 5.7.26 <ada@private.example> DMARC policy of example.com')
  const { mail } = (await operator.get('/system')).json
  assert.equal(mail.health, 'failed')
  assert.equal(mail.sender_rejections.count, 5)
  assert.equal(mail.sender_rejections.response, '550 5.7.26 <…> DMARC policy of example.com')
  assert.ok(Date.parse(mail.sender_rejections.since) > 0)
  await insertResults(1, 'sent', null)
  assert.equal((await operator.get('/system')).json.mail.sender_rejections, null)
})

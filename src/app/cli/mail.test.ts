import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import * as mail from '#email'
import { createCipher, parseKeyring } from '#platform/crypto/encryption'
import { createTestDatabase } from '#test/test-database'
import { run } from './program.ts'

const testApp = await createTestDatabase()
after(() => testApp.close())

const env = {
  BESTOW_DATABASE_URL: testApp.url,
  BESTOW_STAGE: 'staging',
  BESTOW_SECRET_KEY: 'test:JDwDbAVBqcYLVm8BwHyxEy4yLWQuXJpwCb4jBnDnUtk=',
}

async function bounced(source: string, ...args: string[]): Promise<[number, unknown]> {
  const output: string[] = []
  const record = (line: string) => output.push(line)
  const code = await run(['mail', 'bounced', ...args, '--json'], env, {
    out: record,
    err: record,
    read: async () => Buffer.from(source),
  })
  return [code, JSON.parse(output.join('\n'))]
}

const report = `Content-Type: multipart/report; report-type=delivery-status; boundary=b

--b
Content-Type: message/delivery-status

Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; 550 no such user

--b--
`.replaceAll('\n', '\r\n')

test('records a bounce that a mail server pipes in, and returns nothing to the server', async () => {
  const { id: account_id } = await testApp.newAccount()
  const cipher = createCipher(parseKeyring(env.BESTOW_SECRET_KEY))
  const { id, name } = await testApp.run(account_id, async (ctx) => {
    const rekeyed = { ...ctx, deployment: { ...ctx.deployment, cipher } }
    const id = mail.enqueue(rekeyed, {
      account_id,
      kind: 'verify_address',
      to: { name: 'Ada', email: 'ada@example.com' },
      data: { url: 'http://localhost/verify' },
    })
    const [row] = await rekeyed.query<{ code: string }>(
      "update mail.message set state = 'sent', due_at = null where id = $1 returning code",
      [id],
    )
    return { id, name: `${id.replaceAll('-', '')}.${row?.code}` }
  })
  const recipient = `bounces+${name}@example.com`
  assert.deepEqual(await bounced(report, '--recipient', recipient), [0, { is_known: true }])
  assert.deepEqual(await bounced('Hello'), [0, { is_known: false }])
  const rows = await testApp.run(account_id, (ctx) =>
    ctx.query<{ state: string; error: string }>(
      'select state, error from mail.message where id = $1',
      [id],
    ),
  )
  assert.deepEqual(rows, [{ state: 'bounced', error: 'smtp; 550 no such user' }])
})

test('clears the bounces of an account at a domain, in any spelling, and records it', async () => {
  const account = await testApp.newAccount()
  const output: string[] = []
  const write = (line: string) => output.push(line)
  const args = ['--account', account.id, '--domain', 'B\u00dcCHER.example', '--json']
  const emails = ['ada@xn--bcher-kva.example', 'bob@other.example']
  await testApp.run(account.id, async (ctx) => {
    for (const [index, email] of emails.entries()) {
      await ctx.query(
        `insert into gifting.contact (account_id, id, email_key, domain_key, digest, created_at)
         values ($1, $2, $3, split_part($3, '@', 2), sha256(convert_to($3, 'UTF8')), now())`,
        [account.id, `0192d3a4-b5c6-7000-8abc-00000000000${index}`, email],
      )
      mail.suppressAddress(ctx, email, 'listed')
    }
  })
  assert.equal(await run(['mail', 'clear-bounces', ...args], env, { out: write, err: write }), 0)
  assert.equal(JSON.parse(output.join('\n')).cleared, 1)
  const left = await testApp.run(account.id, (ctx) => mail.findBouncedEmails(ctx, emails))
  assert.deepEqual([...left], ['bob@other.example'])
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as accounts from '#accounts'
import { run as runCli } from '#app/cli/program'
import { listProcessReports, startProcessReports } from '#app/system/process-reports'
import { createSystemStatusReader } from '#app/system/system-status'
import { readConfig } from '#platform/config/config'
import { type Setting, settingNames, settings } from '#platform/config/setting-definitions'
import { listSettingsInEffect } from '#platform/config/settings-in-effect'
import { newId } from '#platform/lib/ids'
import { createLog } from '#platform/observability/log'
import { ALL_ACCOUNTS } from '#platform/postgres/database'
import { createMigrationStatusReader } from '#platform/postgres/migrations'
import { createAdminTestApp } from '#test/admin-harness'
import { eventually } from '#test/eventually'
import * as webhooks from '#webhooks'

const testApp = await createAdminTestApp()
const log = createLog({ level: 'silent' })
const schema = createMigrationStatusReader()

const setOperator = (email: string, is_operator: boolean) =>
  testApp.run((ctx) => accounts.setOperator(ctx, email, is_operator), ALL_ACCOUNTS)

const insertUnansweredSql = `
  with begun as (
    insert into webhooks.delivery (account_id, id, event_id, event_type, endpoint_id, payload_version, created_at)
    values ($1, webhooks.new_id(platform.uuid_floor(now() - interval '25 minutes')), gen_random_uuid(),
            'gift_request_created', $2, '2026-05', now()) returning id
  )
  insert into webhooks.attempt (account_id, delivery_id, number, started_at, duration_ms, outcome, phase)
  select $1, id, 1, now() - interval '1 minute', 15000, 'failed', 'status' from begun`

const insertWaitingSql = `
  insert into webhooks.delivery_queue (account_id, endpoint_id, id, event_id, event_type, payload_version)
  select $1, $2, webhooks.new_id(platform.uuid_floor(now() - interval '20 minutes')), gen_random_uuid(),
         'gift_request_created', '2026-05' from generate_series(1, 3)`

describe('operators of the installation', () => {
  it('are the only users who see its state, in every role', async () => {
    for (const role of ['admin', 'sender', 'packer'] as const) {
      const user = await testApp.createUser(role)
      const client = await testApp.signIn(user)
      const refused = await client.get('/system')
      assert.equal(refused.status, 403, role)
      assert.match(refused.json.errors[0].message, /operators of the installation/)
      assert.equal((await client.get('/session')).json.me.is_operator, false)

      await setOperator(` ${user.email.toUpperCase()} `, true)
      const { status, json } = await client.get('/system')
      assert.equal(status, 200, role)
      assert.equal(json.database.migrations.state, 'current')
      assert.equal((await client.get('/session')).json.me.is_operator, true)

      await setOperator(user.email, false)
      assert.equal((await client.get('/system')).status, 403, `${role} after the end`)
    }
  })

  it('see no data of accounts, not even names', async () => {
    const other = await testApp.createAccount('Quenchwell Holdings')
    const stranger = await testApp.createUser('admin', other.id)
    const user = await testApp.createUser('admin')
    await setOperator(user.email, true)
    const { text } = await (await testApp.signIn(user)).get('/system')
    for (const secret of ['Quenchwell', other.id, stranger.email, testApp.account.id, 'Larkfield'])
      assert.ok(!text.includes(secret), secret)
  })

  it('are granted and listed on the command line, and the audit log has it', async () => {
    const user = await testApp.createUser('sender')
    const env = {
      BESTOW_DATABASE_URL: testApp.url,
      BESTOW_STAGE: 'staging',
      BESTOW_SECRET_KEY: `test:${Buffer.alloc(32, 7).toString('base64')}`,
    }
    const call = async (...args: string[]) => {
      const lines: string[] = []
      const output = { out: (line: string) => lines.push(line), err: () => {} }
      const exitCode = await runCli(['users', ...args, '--json'], env, output)
      return { exitCode, text: lines.join('\n') }
    }
    assert.equal((await call('grant-operator', '--email', user.email)).exitCode, 0)
    assert.ok((await call('list-operators')).text.includes(user.email))
    assert.equal((await call('revoke-operator', '--email', user.email)).exitCode, 0)
    assert.ok(!(await call('list-operators')).text.includes(user.email))
    assert.equal((await call('grant-operator', '--email', 'unknown@example.com')).exitCode, 1)
    const { json } = await (await testApp.signIn(testApp.admin)).get('/audit')
    const actions = json.data.map(({ action }: { action: string }) => action)
    assert.ok(actions.includes('user.grant_operator') && actions.includes('user.revoke_operator'))
  })

  it('lose the role with their account', async () => {
    const user = await testApp.createUser('sender')
    await setOperator(user.email, true)
    await (await testApp.signIn(testApp.admin)).delete(`/members/${user.id}`)
    const operators = await testApp.run(accounts.listOperators, ALL_ACCOUNTS)
    assert.ok(operators.every(({ id }) => id !== user.id))
    assert.equal(await setOperator(user.email, true), undefined)
  })
})

describe('the state of the installation', () => {
  const read = (env = {}) =>
    createSystemStatusReader({ db: testApp.db, config: readConfig(env), log, schema })()

  it('shows no secret of the settings', async () => {
    const key = Buffer.alloc(32, 9).toString('base64')
    const status = await read({
      BESTOW_DATABASE_URL: 'postgresql://u:databasexq7@db.example.com/bestow',
      BESTOW_SECRET_KEY: `k:${key}`,
      BESTOW_STAGE: 'production',
      BESTOW_SMTP_URL: 'smtp://mailer:mailxq7@mail.example.com:2525',
      BESTOW_MAIL_FROM: 'gifts@example.com',
      BESTOW_WEBHOOK_PROXY_URL: 'http://u:proxyxq7@proxy.example.com:3128',
      BESTOW_BOUNCE_SECRET: 'bouncexq7-bouncexq7-bouncexq7-xq7',
    })
    const text = JSON.stringify(status)
    assert.ok(!text.includes('xq7') && !text.includes(key))
    assert.equal(status.mail?.server, 'mail.example.com:2525')
    const shown = status.settings.find(({ name }) => name === 'BESTOW_SMTP_URL')
    assert.deepEqual(shown, { name: 'BESTOW_SMTP_URL', value: null, is_set: true, is_secret: true })
  })

  it('hides the value of every secret setting', () => {
    const env = Object.fromEntries(settingNames.map((name) => [name, `planted ${name}`]))
    for (const { name, value, is_secret } of listSettingsInEffect(env)) {
      const setting: Setting = settings[name as keyof typeof settings]
      assert.equal(is_secret, setting.isSecret === true)
      assert.equal(value, is_secret ? null : `planted ${name}`)
    }
  })

  it('reports emails that wait, and hides the addresses in the errors of the mail server', async () => {
    await testApp.run(async (ctx) =>
      ctx.enqueue(
        `insert into mail.message (account_id, id, kind, priority, to_digest, encrypted_payload, code, state, attempts, due_at, error, created_at)
         values ($1, $2, 'reset_password', 1, '\\x00', '\\x00', 'r', 'queued', 3, now() - interval '20 minutes',
           '550 5.1.1 <ada.lovelace@private.example>: mailbox of ada.lovelace@private.example unavailable', now())`,
        [ctx.account_id, newId(ctx.now)],
      ),
    )
    const { mail } = await read({
      BESTOW_SMTP_URL: 'smtp://mail.example.com',
      BESTOW_MAIL_FROM: 'gifts@example.com',
    })
    assert.equal(mail?.waiting, 1)
    assert.equal(mail?.health, 'failed')
    assert.ok((mail?.oldest_due_seconds ?? 0) > 1_000)
    assert.equal(mail?.last_error, '550 5.1.1 <…>: mailbox of … unavailable')
    await testApp.run((ctx) => ctx.query('delete from mail.message'))
  })

  it('names the endpoint and the account that make deliveries wait, and stays healthy', async () => {
    const { id: account_id, tier } = testApp.account
    const { endpoint } = await testApp.run((ctx) =>
      webhooks.createEndpoint(
        ctx,
        { account_id, tier },
        { url: 'https://hooks.example.com/secretxq7', description: '' },
        { allowPrivate: true },
      ),
    )
    await testApp.run(async (ctx) => {
      await ctx.query(insertUnansweredSql, [account_id, endpoint.id])
      await ctx.query(insertWaitingSql, [account_id, endpoint.id])
    })
    const { webhooks: status } = await read()
    assert.equal(status?.health, 'ok')
    assert.equal(status?.oldest_seconds.first, 0)
    assert.equal(status?.counts.ready, 0)
    assert.deepEqual(
      status?.waiting_endpoints.map(({ oldest_seconds: _, ...each }) => each),
      [
        {
          account_id,
          account_name: testApp.account.name,
          endpoint_id: endpoint.id,
          name: 'hooks.example.com',
          cause: 'unanswered',
          waiting: 3,
        },
      ],
    )
    await testApp.run((ctx) => ctx.query('delete from webhooks.delivery_queue'))
  })

  it('shows the other parts if one of them cannot be read', async () => {
    const reader = createSystemStatusReader({
      db: testApp.db,
      config: readConfig({}),
      log,
      schema: () => Promise.reject(new Error('planted')),
    })
    const { database, webhooks, backups } = await reader()
    assert.equal(database, null)
    assert.equal(webhooks?.health, 'ok')
    assert.equal(backups?.last_backup_at, null)
  })

  it('warns about a production installation without a mail server and without a backup', async () => {
    const status = await read({ BESTOW_STAGE: 'production', BESTOW_CARRIER: 'manual' })
    assert.deepEqual(
      [status.mail?.mode, status.mail?.health, status.backups?.health],
      ['none', 'failed', 'warning'],
    )
    assert.ok(status.warnings.some((each) => each.startsWith('BESTOW_SMTP_URL')))
  })
})

describe('the reports of processes', () => {
  const read = async () => {
    const reader = createSystemStatusReader({
      db: testApp.db,
      config: readConfig({}),
      log,
      schema,
    })
    return reader()
  }

  it('appear within seconds, and end with the process', async () => {
    const start = (roles: string[]) =>
      startProcessReports({ db: testApp.db, worker: undefined, roles, log })
    const reports = [start(['web']), start(['api'])]
    await eventually(async () => (await read()).processes?.length === 2)
    const { processes, has_worker } = await read()
    assert.equal(has_worker, false)
    assert.ok(processes?.every(({ pid, health }) => pid === process.pid && health === 'ok'))
    assert.ok(processes?.every(({ clock_skew_ms }) => Math.abs(clock_skew_ms) < 2_000))
    for (const report of reports) await report.stop()
    assert.deepEqual(await testApp.run(listProcessReports, ALL_ACCOUNTS), [])
  })

  it('show a process that died, with another version, as silent', async () => {
    const report = {
      host: 'lost.example',
      pid: 7,
      roles: ['worker'],
      version: '0.0.1',
      commit: 'abc',
      clock_skew_ms: 70_000,
      memory_bytes: 1,
      connections: { open: 0, idle: 0, waiting: 0 },
      deliveries: { problem: null, in_flight: 0, delivered: 1, failed: 0 },
      loops: [
        { name: 'mail', interval_ms: 500, last_success_at: null, failures: 2, is_late: true },
      ],
    }
    await testApp.run(
      (ctx) =>
        ctx.query(
          `insert into platform.process_report values ($1, $2, now() - interval '1 hour', now() - interval '3 minutes')`,
          [newId(ctx.now), JSON.stringify(report)],
        ),
      ALL_ACCOUNTS,
    )
    const { processes, has_worker } = await read()
    assert.equal(has_worker, false)
    assert.deepEqual(
      processes?.map(({ host, is_silent, health }) => ({ host, is_silent, health })),
      [{ host: 'lost.example', is_silent: true, health: 'failed' }],
    )
  })

  it('are invisible to the transactions of an account', async () => {
    assert.deepEqual(await testApp.run(listProcessReports), [])
  })
})

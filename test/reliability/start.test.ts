import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { after, describe, it } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import pg from 'pg'
import { freePort } from '#scripts/demo/processes'
import { root } from '#scripts/steps'
import { eventually } from '#test/eventually'
import { ensureServiceBundle } from '#test/service-bundle'
import { createEmptyDatabase, serverVariable } from '#test/throwaway-database'

/* The tests of the service as a process that starts on an empty database. */

const bundle = ensureServiceBundle()
const key = `own:${Buffer.alloc(32, 9).toString('base64')}`
const timeoutMs = 150_000 // milliseconds for a process to become ready or to end, even on a busy machine

interface StartedProcess {
  child: ChildProcess
  origin: string
  output: () => string
  /** Resolves when the process is ready. Rejects with its output if the process ends before that. */
  ready: () => Promise<void>
  ended: () => Promise<number | null>
}

async function start(url: string, overrides: Record<string, string>): Promise<StartedProcess> {
  const port = await freePort()
  const inherited = Object.entries(process.env).filter(([name]) => !/^BESTOW_|^PORT$/.test(name))
  const env = {
    ...Object.fromEntries(inherited),
    PORT: String(port),
    BESTOW_HOST: '127.0.0.1',
    BESTOW_DATABASE_URL: url,
    BESTOW_SECRET_KEY: key,
    ...overrides,
  }
  const child = spawn(process.execPath, [bundle, 'serve'], {
    env,
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  after(() => child.kill('SIGKILL'))
  const closed = once(child, 'close')
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
    })
  const origin = `http://127.0.0.1:${port}`
  return {
    child,
    origin,
    output: () => stripVTControlCharacters(output),
    async ready() {
      const isReadyOrEnded = async () =>
        child.exitCode !== null ||
        (await fetch(`${origin}/readyz`).catch(() => undefined))?.ok === true
      await eventually(isReadyOrEnded, { timeoutMs, intervalMs: 50, message: () => output })
      assert.equal(child.exitCode, null, output)
    },
    async ended() {
      const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
      const [code] = await closed
      clearTimeout(timer)
      return code
    },
  }
}

async function createDatabase() {
  const { url, drop } = await createEmptyDatabase()
  after(drop)
  return url
}

/** Runs a query as the superuser, because row-level security hides everything from the owner. */
async function query(url: string, text: string) {
  const superuser = new URL(process.env[serverVariable] ?? '')
  superuser.pathname = new URL(url).pathname
  const client = new pg.Client({ connectionString: superuser.href })
  await client.connect()
  return (await client.query(text).finally(() => client.end())).rows
}

const production = { BESTOW_STAGE: 'production', BESTOW_ORIGIN: 'https://gifts.example.com' }

describe('the first start on an empty database', () => {
  it('in staging creates the demo account, without an endpoint at a private address', async () => {
    const url = await createDatabase()
    const demo = { BESTOW_STAGE: 'staging', BESTOW_SEED: 'demo' }
    const service = await start(url, demo)
    await service.ready()
    service.child.kill('SIGTERM')
    assert.equal(await service.ended(), 0)
    assert.match(service.output(), /API token +svc-v1-staging-/)
    assert.doesNotMatch(service.output(), /localhost:4000/)
    const accounts = await query(url, 'select name from access.account')
    assert.deepEqual(accounts, [{ name: 'Larkfield' }])
    const endpoints = await query(url, 'select url from webhooks.endpoint')
    assert.deepEqual(endpoints, [{ url: 'https://crm.larkfield.example/hooks/gifts' }])

    const again = await start(url, demo)
    await again.ready()
    again.child.kill('SIGTERM')
    assert.equal(await again.ended(), 0)
  })

  it('in production prints the code for the first account, and serves the web app', async () => {
    const service = await start(await createDatabase(), production)
    await service.ready()
    const page = await fetch(`${service.origin}/setup`)
    assert.match(await page.text(), /<div id="app">|web app is missing/)
    service.child.kill('SIGTERM')
    assert.equal(await service.ended(), 0)
    assert.match(service.output(), /\/setup/)
    assert.match(service.output(), /Code +\S+/)
  })
})

describe('a start that fails', () => {
  it('exits with 1 and releases its connections', async () => {
    const url = await createDatabase()
    const first = await start(url, { ...production, BESTOW_SEED: 'demo' })
    await first.ready()
    // inserts an endpoint whose secret is encrypted with the first key
    await query(
      url,
      `insert into webhooks.endpoint (account_id, id, url, description, events, payload_version, enabled,
         standard_webhooks, config_version, secret, created_at, updated_at)
       select id, gen_random_uuid(), 'https://example.com', '', '{}', '2026-05-01', true, true, 1,
         decode('01', 'hex'), now(), now() from access.account limit 1`,
    )
    first.child.kill('SIGTERM')
    assert.equal(await first.ended(), 0)
    const other = `own:${Buffer.alloc(32, 8).toString('base64')}`
    const second = await start(url, { ...production, BESTOW_SECRET_KEY: other })
    assert.equal(await second.ended(), 1, second.output())
    assert.match(second.output(), /The key in BESTOW_SECRET_KEY decrypts no value/)
    const rows = await query(
      url,
      `select count(*)::int as count from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    )
    assert.deepEqual(rows, [{ count: 0 }])
  })

  it('exits with 1 if its port is in use, and reports that', async () => {
    const otherServer = createServer((_request, response) => response.end('hello'))
    otherServer.listen(0, '127.0.0.1')
    await once(otherServer, 'listening')
    after(() => otherServer.close())
    const address = otherServer.address()
    assert.ok(typeof address === 'object' && address !== null)
    const service = await start(await createDatabase(), {
      ...production,
      PORT: String(address.port),
    })
    assert.equal(await service.ended(), 1, service.output())
    assert.match(service.output(), /is in use by another program/)
    assert.doesNotMatch(service.output(), /"stopping"/)
  })

  it('rejects a database without UTF-8 encoding before it migrates', async () => {
    const superuser = process.env[serverVariable] ?? ''
    const admin = new pg.Client({ connectionString: superuser })
    await admin.connect()
    const name = `ascii_${process.pid}`
    await admin.query(`create database ${name} encoding 'SQL_ASCII' locale 'C' template template0`)
    after(async () => {
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
    })
    const url = new URL(superuser)
    url.pathname = `/${name}`
    const service = await start(url.href, production)
    assert.equal(await service.ended(), 1, service.output())
    assert.match(service.output(), /The encoding of the database is SQL_ASCII/)
  })
})

describe('a drain delay', () => {
  it('keeps the listener open after SIGTERM while /readyz returns 503', async () => {
    const service = await start(await createDatabase(), { ...production, BESTOW_DRAIN_DELAY: '2s' })
    await service.ready()
    service.child.kill('SIGTERM')
    const statuses: number[] = []
    const isClosed = async () => {
      const response = await fetch(`${service.origin}/readyz`).catch(() => undefined)
      if (response !== undefined) statuses.push(response.status)
      return response === undefined
    }
    await eventually(isClosed, { timeoutMs, intervalMs: 20, message: 'the listener closes' })
    assert.equal(await service.ended(), 0, service.output())
    assert.equal(statuses.at(-1), 503)
  })
})

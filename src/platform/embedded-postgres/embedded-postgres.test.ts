import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import pg from 'pg'
import { eventually } from '#test/eventually'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { findRunning, isAlive } from './processes.ts'

/** Creates a folder with a space in its name. Stops all processes that run in it at the end. */
const base = mkdtempSync(join(tmpdir(), 'bestow embedded '))
const children: ChildProcess[] = []
const servers: EmbeddedPostgres[] = []

after(async () => {
  for (const child of children) child.kill('SIGKILL')
  for (const server of servers) await server.stop('immediate')
  rmSync(base, { recursive: true, force: true })
})

const settings = { fsync: 'off', shared_buffers: '16MB', max_connections: 20 }

async function start(dataDir: string): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, settings })
  servers.push(server)
  return server
}

async function ask<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

/** Starts another process that starts or attaches to the server, prints the result, and then waits. */
function startInChildProcess(
  dataDir: string,
  options: { env?: NodeJS.ProcessEnv; before?: string[] } = {},
) {
  const script = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(import.meta.resolve('./embedded-postgres.ts'))})
    const { detach, stop, detachSync, ...rest } = await startEmbeddedPostgres(${JSON.stringify({ dataDir, settings })})
    console.log(JSON.stringify(rest))
    process.stdin.on('end', () => detach()).resume()`
  const [program = process.execPath, ...args] = [
    ...(options.before ?? []),
    process.execPath,
    '--input-type=module',
    '--eval',
    script,
  ]
  const child = spawn(program, args, { env: { ...process.env, ...options.env }, cwd: '/' })
  children.push(child)
  const result = new Promise<EmbeddedPostgres>((resolve, reject) => {
    let output = ''
    let errorOutput = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
      if (output.endsWith('\n')) resolve(JSON.parse(output))
    })
    child.stderr.on('data', (chunk) => {
      errorOutput += chunk
    })
    child.once('exit', () => reject(new Error(`it ended: ${errorOutput}`)))
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return { child, result, ended }
}

describe('the embedded database', () => {
  const dataDir = join(base, 'main data')
  let first: EmbeddedPostgres

  it('starts without any files, with UTF-8', async () => {
    first = await start(dataDir)
    assert.equal(first.started, true)
    const [row] = await ask(
      first.url,
      `select current_database() as database, current_setting('server_encoding') as encoding,
         datlocprovider as provider, datlocale as locale, lower('ÄÖÜ') as lower
       from pg_database where datname = current_database()`,
    )
    assert.deepEqual(row, {
      database: 'bestow',
      encoding: 'UTF8',
      provider: 'b',
      locale: 'C.UTF-8',
      lower: 'äöü',
    })
  })

  it('provides an ordinary role, which owns its database and nothing else', async () => {
    const [role] = await ask(
      first.url,
      `select rolname, rolsuper, rolbypassrls, rolcreatedb, rolcreaterole from pg_roles
       where rolname = current_user`,
    )
    assert.deepEqual(role, {
      rolname: 'bestow',
      rolsuper: false,
      rolbypassrls: false,
      rolcreatedb: false,
      rolcreaterole: false,
    })
    await ask(first.url, 'create schema mine; drop schema mine')
  })

  it('rejects connections without the password, which only its owner can read', async () => {
    for (const user of ['postgres', 'bestow']) {
      const without = `postgresql://${user}:wrong@127.0.0.1:${first.port}/bestow`
      await assert.rejects(ask(without, 'select 1'), { code: '28P01' })
    }
    assert.equal(statSync(join(dataDir, 'postgres/bestow.json')).mode & 0o777, 0o600)
    const [row] = await ask(
      first.superuserUrl,
      `select current_setting('listen_addresses') as addresses,
         current_setting('unix_socket_directories') as sockets`,
    )
    assert.deepEqual(row, { addresses: '127.0.0.1', sockets: '' })
  })

  it('can be shared with another process, and runs until the last one detaches', async () => {
    const other = startInChildProcess(dataDir)
    const otherServer = await other.result
    assert.deepEqual([otherServer.started, otherServer.pid], [false, first.pid])

    await first.detach()
    assert.ok(isAlive(first.pid))
    other.child.stdin.end()
    await other.ended
    assert.ok(!isAlive(first.pid))
  })

  it('is not stopped by a process that has already detached, even if its descriptor number is reused', async () => {
    const ownServer = await start(dataDir)
    const otherServer = await startEmbeddedPostgres({ dataDir, settings })
    await otherServer.detach()
    const reused = openSync(join(base, 'another file'), 'w')
    otherServer.detachSync()
    await otherServer.detach()
    closeSync(reused)
    assert.equal((await ask(ownServer.url, 'select 1 as one')).length, 1)
    assert.ok(isAlive(ownServer.pid))
    await ownServer.detach()
  })

  it('has the same port and data at every start', async () => {
    const second = await start(dataDir)
    await ask(second.url, 'create table stored as select 42 as number')
    await second.stop()
    const third = await start(dataDir)
    assert.deepEqual([third.started, third.port], [true, second.port])
    assert.deepEqual(await ask(third.url, 'select number from stored'), [{ number: 42 }])
    await third.stop()
  })

  it('survives a kill -9 of the process that started it', async () => {
    const parent = startInChildProcess(dataDir)
    const { pid, started } = await parent.result
    assert.equal(started, true)
    parent.child.kill('SIGKILL')
    await parent.ended

    const after = await start(dataDir)
    assert.deepEqual([after.started, after.pid], [false, pid])
    await after.detach()
    assert.ok(!isAlive(pid))
  })

  it('recovers all data after a kill -9 of the server', async () => {
    const killedServer = await start(dataDir)
    await ask(killedServer.url, 'create table written as select generate_series(1, 1000) as n')
    process.kill(killedServer.pid, 'SIGKILL')

    const after = await start(dataDir)
    assert.equal(after.started, true)
    assert.notEqual(after.pid, killedServer.pid)
    assert.deepEqual(await ask(after.url, 'select count(*)::int as n from written'), [{ n: 1000 }])
    await after.stop()
  })

  it('waits for the remaining processes of a killed server', {
    skip: process.platform !== 'linux',
  }, async () => {
    const killedServer = await start(dataDir)
    const client = new pg.Client(killedServer.url)
    client.on('error', () => {})
    await client.connect()
    const busy = client.query(`do $$ begin loop end loop; end $$`).catch(() => {})
    const running = `select from pg_stat_activity where query like 'do %'`
    await eventually(async () => (await ask(killedServer.superuserUrl, running)).length > 0)
    process.kill(killedServer.pid, 'SIGKILL')
    const orphans = findRunning(join(dataDir, 'postgres')).filter((pid) => pid !== killedServer.pid)
    assert.notEqual(orphans.length, 0)

    const after = await start(dataDir)
    assert.equal(after.started, true)
    assert.deepEqual(orphans.filter(isAlive), [])
    await busy
    await client.end().catch(() => {})
    await after.stop()
  })

  it('is restarted for its supervisors, whichever of them restarts it', async () => {
    const folder = join(base, 'supervised')
    const [one, other] = [await start(folder), await start(folder)]
    const returns = [one, other].map(
      (each) =>
        new Promise<{ pid: number; started: boolean }>((resolve, reject) =>
          each.supervise({ onRestart: resolve, onError: reject }),
        ),
    )
    process.kill(one.pid, 'SIGKILL')
    const back = await Promise.all(returns)
    assert.deepEqual(back.map(({ started }) => started).sort(), [false, true])
    assert.equal(back[0]?.pid, back[1]?.pid)
    assert.notEqual(back[0]?.pid, one.pid)
    assert.deepEqual(await ask(one.url, 'select 1 as n'), [{ n: 1 }])

    await one.detach()
    assert.ok(isAlive(back[0]?.pid ?? 0))
    await other.detach()
    assert.ok(!isAlive(back[0]?.pid ?? 0))
  })

  it('is not created again when its folder was deleted', async () => {
    const gone = join(base, 'gone')
    const supervised = await start(gone)
    const failure = new Promise((resolve) =>
      supervised.supervise({ onRestart: resolve, onError: resolve }),
    )
    process.kill(supervised.pid, 'SIGKILL')
    rmSync(gone, { recursive: true, force: true, maxRetries: 5 })
    assert.match(String(await failure), /was deleted/)
    await supervised.detach()
    assert.ok(!existsSync(gone))
  })

  for (const [owner, pid] of [
    ['of another program that got the number since', process.pid],
    ['with nothing in it', undefined],
  ] as const) {
    it(`is not stopped by a stale postmaster.pid ${owner}`, async () => {
      const before = await start(dataDir)
      const file = join(dataDir, 'postgres/postmaster.pid')
      const lines = readFileSync(file, 'utf8').split('\n')
      await before.stop()
      assert.ok(!existsSync(file))
      const text = pid === undefined ? '' : [pid, ...lines.slice(1)].join('\n')
      writeFileSync(file, text)

      const after = await start(dataDir)
      assert.equal(after.started, true)
      await after.stop()
    })
  }

  it('rejects a folder of another PostgreSQL version', async () => {
    const file = join(dataDir, 'postgres/PG_VERSION')
    writeFileSync(file, '17\n')
    await assert.rejects(start(dataDir), /written by PostgreSQL 17/)
    writeFileSync(file, '18\n')
  })
})

describe('the embedded database, started by four processes at once', () => {
  it('runs one server', async () => {
    const dataDir = join(base, 'at once')
    const env = { LANG: 'C', LC_ALL: 'C' }
    const four = [1, 2, 3, 4].map(() => startInChildProcess(dataDir, { env }))
    const answers = await Promise.all(four.map(({ result }) => result))
    assert.equal(new Set(answers.map(({ pid }) => pid)).size, 1)
    assert.equal(answers.filter(({ started }) => started).length, 1)

    const [url] = answers.map((each) => each.url)
    const rows = await ask(url ?? '', `select current_setting('server_encoding') as encoding`)
    assert.deepEqual(rows, [{ encoding: 'UTF8' }])
    for (const { child } of four) child.stdin.end()
    await Promise.all(four.map(({ ended }) => ended))
    assert.deepEqual(findRunning(join(dataDir, 'postgres')), [])
  })
})

/**
 * The command that runs a program as an ordinary user. Requires root, and a
 * checkout that other users can read.
 */
const asOrdinary = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups']
const [setpriv = '', ...ids] = asOrdinary
const canStepDown =
  process.getuid?.() === 0 && spawnSync(setpriv, [...ids, process.execPath, '-v']).status === 0

describe('the embedded database of an ordinary user', { skip: !canStepDown }, () => {
  it('is started by the user, and later also used by root', async () => {
    const home = mkdtempSync(join(tmpdir(), 'bestow ordinary '))
    spawnSync('chown', ['65534:65534', home])
    try {
      const dataDir = join(home, 'data')
      const otherServer = startInChildProcess(dataDir, { before: asOrdinary, env: { HOME: home } })
      assert.equal((await otherServer.result).started, true)
      assert.equal(statSync(join(dataDir, 'postgres')).uid, 65534)
      otherServer.child.stdin.end()
      await otherServer.ended

      const asRoot = await start(dataDir)
      assert.equal(asRoot.started, true)
      assert.equal(statSync(`/proc/${asRoot.pid}`).uid, 65534)
      await asRoot.stop()
    } finally {
      rmSync(home, { recursive: true, force: true })
    }
  })
})

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '#platform/embedded-postgres/embedded-postgres'
import { createCertificateFor } from '#test/named-certificate'

/*
 * The tests of TLS to the database as docs/operations.md describes it. A separate process opens each
 * connection, because Node reads NODE_EXTRA_CA_CERTS at its start.
 */

const dataDir = mkdtempSync(join(tmpdir(), 'bestow-tls-'))
const caFile = join(dataDir, 'ca.crt')
const settings = { fsync: 'off', shared_buffers: '16MB', max_connections: 20 }
let server: EmbeddedPostgres

before(async () => {
  await (await startEmbeddedPostgres({ dataDir, settings })).stop('fast')
  const { key, cert } = createCertificateFor('localhost')
  const folder = join(dataDir, 'postgres')
  const { uid, gid } = statSync(folder)
  for (const [name, content] of [
    ['server.key', key],
    ['server.crt', cert],
  ] as const) {
    writeFileSync(join(folder, name), content, { mode: 0o600 })
    chownSync(join(folder, name), uid, gid)
  }
  writeFileSync(caFile, cert)
  server = await startEmbeddedPostgres({ dataDir, settings: { ...settings, ssl: 'on' } })
})
after(async () => {
  await server.stop('immediate')
  rmSync(dataDir, { recursive: true, force: true })
})

const script = `
  import { openPool } from ${JSON.stringify(import.meta.resolve('./pool.ts'))}
  const pool = openPool({ url: process.argv[1], name: 'tls', maxConnections: 1 })
  try {
    const { rows } = await pool.query('select ssl from pg_stat_ssl where pid = pg_backend_pid()')
    console.log(rows[0].ssl ? 'encrypted' : 'not encrypted')
  } catch (error) {
    console.log(error.code)
  }
  process.exit()`

/**
 * Connects to the database in another process. Returns whether the connection is
 * encrypted, or the code of the error.
 */
function connect(env: Record<string, string>, { host = 'localhost', parameters = '' } = {}) {
  const url = new URL(server.url)
  url.hostname = host
  const args = ['--input-type=module', '--eval', script, `${url.href}${parameters}`]
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })
  return stdout.trim() || stderr
}

describe('a TLS connection to the database', () => {
  const verified = { PGSSLMODE: 'verify-full' }

  it('is verified with the CA of NODE_EXTRA_CA_CERTS', () => {
    assert.equal(connect({ ...verified, NODE_EXTRA_CA_CERTS: caFile }), 'encrypted')
  })

  it('is verified with the CA that the URL names', () => {
    const parameters = `?sslmode=verify-full&sslrootcert=${caFile}`
    assert.equal(connect({}, { parameters }), 'encrypted')
  })

  it('is refused if the CA is unknown', () => {
    assert.equal(connect(verified), 'DEPTH_ZERO_SELF_SIGNED_CERT')
  })

  it('is refused if the certificate is for another host', () => {
    const env = { ...verified, NODE_EXTRA_CA_CERTS: caFile }
    assert.equal(connect(env, { host: '127.0.0.1' }), 'ERR_TLS_CERT_ALTNAME_INVALID')
  })

  it('is not encrypted unless requested', () => {
    assert.equal(connect({}), 'not encrypted')
  })
})

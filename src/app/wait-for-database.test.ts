import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createLog } from '#platform/observability/log'
import { waitForDatabase } from './wait-for-database.ts'

const failWith = (code: string) =>
  Object.assign(new Error(`connect ${code} 127.0.0.1:5432`), { code })

function recorder() {
  const lines: Record<string, unknown>[] = []
  const log = createLog({
    level: 'info',
    destination: { write: (line) => lines.push(JSON.parse(line)) },
  })
  return { lines, log }
}

describe('a start without a database', () => {
  for (const code of ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'])
    it(`waits after ${code}, and logs it once without a stack`, async () => {
      const { lines, log } = recorder()
      let tries = 0
      const step = async () => {
        if (++tries < 5) throw failWith(code)
        return 'connected'
      }
      const times = { timeoutMs: 60_000, intervalMs: 1, reportIntervalMs: 60_000 }
      assert.equal(await waitForDatabase(step, log, times), 'connected')
      assert.equal(tries, 5)
      assert.equal(lines.length, 1)
      assert.equal(lines[0]?.reason, `connect ${code} 127.0.0.1:5432`)
      assert.match(String(lines[0]?.msg), /^waiting up to \d+ s for the database/)
      assert.ok(!JSON.stringify(lines).includes('    at '))
    })

  it('names each address that refused the connection', async () => {
    const { lines, log } = recorder()
    let tries = 0
    const step = async () => {
      if (++tries < 2)
        throw new AggregateError([failWith('ECONNREFUSED'), failWith('ECONNREFUSED')])
    }
    await waitForDatabase(step, log, { timeoutMs: 60_000, intervalMs: 1, reportIntervalMs: 60_000 })
    const one = 'connect ECONNREFUSED 127.0.0.1:5432'
    assert.equal(lines[0]?.reason, `${one}; ${one}`)
  })

  it('gives up after the timeout, and immediately when the database rejects the password', async () => {
    const { log } = recorder()
    const times = { timeoutMs: -1, intervalMs: 1, reportIntervalMs: 1 }
    await assert.rejects(
      waitForDatabase(() => Promise.reject(failWith('ECONNREFUSED')), log, times),
      /ECONNREFUSED/,
    )
    const patient = { timeoutMs: 60_000, intervalMs: 1, reportIntervalMs: 1 }
    await assert.rejects(
      waitForDatabase(() => Promise.reject(failWith('28P01')), log, patient),
      /28P01/,
    )
  })
})

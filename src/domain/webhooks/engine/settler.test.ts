import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '#platform/lib/ids'
import { openTestDatabase } from '#test/webhook-harness'
import { createSettler } from './settler.ts'

it('retries while the database is away, and no longer after it is stopped', async () => {
  const db = openTestDatabase('postgres://test@127.0.0.1:1/none')
  let errors = 0
  const onError = () => {
    errors += 1
  }
  const settler = createSettler({ db, flushIntervalMs: 1, maxBatch: 10, onError, onSettled() {} })
  const result = {
    id: newId(),
    token: newId(),
  } as Parameters<typeof settler.add>[0]
  settler.track(result.token, 1)
  settler.add(result)
  await settler.stop(Date.now() + 1_000)
  assert.ok(errors > 1, `${errors} attempts`)
  assert.equal(settler.unsettled(), 1)
  const before = errors
  settler.add({ ...result, id: newId() })
  await sleep(500)
  assert.equal(errors, before)
  await db.pool.end()
})

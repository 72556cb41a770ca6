import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { TxContext } from '#platform/postgres/database'
import { createLeaseReleases } from './lease-releases.ts'

it('releases the leases again when the database did not respond', async () => {
  const released: unknown[] = []
  let isAway = true
  const ctx = { enqueue: (_text: string, values: unknown[]) => released.push(...values) }
  const releases = createLeaseReleases(async (run) => {
    if (isAway) throw new Error('the connection was lost')
    await run(ctx as unknown as TxContext)
  })
  releases.add('one')
  releases.add('two')
  await assert.rejects(releases.release(), /connection was lost/)
  isAway = false
  await releases.release()
  await releases.release()
  assert.deepEqual(released, [['one', 'two']])
})

import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { packageVersion } from '#sdk/generated/package-version'
import { createTestApp, giftBody } from '#test/api-harness'
import { createCliRunner } from '#test/cli-runner'

const testApp = await createTestApp()
const env = { BESTOW_API_URL: await testApp.listen(), BESTOW_API_TOKEN: testApp.token }
const bestow = createCliRunner(env)
const folder = mkdtempSync(join(tmpdir(), 'bestow cli '))
after(() => rmSync(folder, { recursive: true }))

describe('gifts list', () => {
  it('says whether there are more, and goes on behind an id', async () => {
    for (let count = 0; count < 3; count += 1)
      await testApp.api.post('/gift_requests', giftBody(testApp))
    const first = await bestow.json('gifts', 'list', '--limit', '2')
    assert.deepEqual([first.data.length, first.has_more], [2, true])
    const last = first.data.at(-1).id
    const rest = await bestow.json('gifts', 'list', '--limit', '2', '--after', last)
    assert.deepEqual([rest.data.length, rest.has_more], [1, false])
    assert.ok(!first.data.some(({ id }: { id: string }) => id === rest.data[0].id))
    const { out } = await bestow.run('gifts', 'list', '--limit', '2')
    assert.match(out, new RegExp(`For more: --after ${last}`))
  })
})

describe('webhook verify', () => {
  it('rejects a delivery that is older than the tolerance, unless that is allowed', async () => {
    const body = join(folder, 'body.json')
    writeFileSync(body, '{}')
    const timestamp = String(Math.floor(Date.now() / 1000) - 3_600)
    const signature = createHmac('sha256', 'svc-whsec-a').update(`${timestamp}.{}`).digest('hex')
    const args = ['webhook', 'verify', '--secret', 'svc-whsec-a', '--body', body]
    args.push('--timestamp', timestamp, '--signature', signature)
    assert.equal((await bestow.runRejected(...args))[0].param, 'timestamp')
    assert.equal((await bestow.json(...args, '--allow-stale')).fresh, false)
    assert.equal((await bestow.json(...args, '--tolerance', '7200')).fresh, true)
  })
})

describe('bestow --version', () => {
  it('prints the version', async () => {
    const { code, out } = await bestow.run('--version')
    assert.deepEqual([code, out.trim()], [0, packageVersion])
  })
})

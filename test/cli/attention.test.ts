import assert from 'node:assert/strict'
import { it } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import { createTestApp, giftBody } from '#test/api-harness'
import { createAttentionFixture } from '#test/attention-fixture'
import { createCliRunner } from '#test/cli-runner'

const testApp = await createTestApp()
const origin = await testApp.listen()
const cli = createCliRunner({ BESTOW_API_URL: origin, BESTOW_API_TOKEN: testApp.token })
const { check, setState } = createAttentionFixture(testApp)
const print = async (...args: string[]) => {
  const { code, out } = await cli.run('attention', ...args)
  assert.equal(code, 0)
  return stripVTControlCharacters(out)
}

it('lists open items with what resolves them, and ended ones on request', async () => {
  assert.match(await print('--kind', 'address_refused'), /Nothing needs attention\./)
  assert.match(await print('--state', 'cleared'), /Nothing has ended in the last 90 days\./)
  const { json: gift } = await testApp.api.post('/gift_requests', giftBody(testApp))
  await testApp.advanceTime()
  await setState(gift.id, 'shipping_error')
  await check()

  const text = await print('--gift', gift.id)
  assert.match(text, /^address_refused {2}The carrier rejected the address or the label\.$/m)
  assert.ok(text.includes(`gift_request ${gift.id}, since `), text)
  assert.match(text, /→ Correct the address {2}http/)
  assert.match(text, /→ Cancel the gift {2}http/)
  const { data } = await cli.json('attention', '--kind', 'address_refused')
  assert.deepEqual(
    data.map(({ subject, state }: { subject: { id: string }; state: unknown }) => [
      subject.id,
      state,
    ]),
    [[gift.id, undefined]],
  )
  assert.deepEqual((await cli.json('attention', '--kind', 'backordered')).data, [])

  await setState(gift.id, 'ordered')
  await check()
  assert.match(await print('--gift', gift.id), /Nothing needs attention\./)
  assert.match(await print('--gift', gift.id, '--state', 'cleared'), /^address_refused/m)
})

it('rejects a kind and a state that do not exist', async () => {
  const [error] = await cli.runRejected('attention', '--kind', 'stuck')
  assert.equal(error.param, 'kind')
  const { code } = await cli.run('attention', '--state', 'later')
  assert.notEqual(code, 0)
})

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createTestApp } from '#test/api-harness'
import { startTestEngine } from '#test/webhook-engine-fixture'
import { eventInput } from '#test/webhook-harness'
import { responders, startReceiver } from '#test/webhook-receiver'
import * as webhooks from '#webhooks'
import { run } from './program.ts'

test('attempts are printed as they are made, with the responses', async () => {
  const testApp = await createTestApp()
  const receiver = await startReceiver({ respond: responders.statuses(500, 503, 204) })
  after(() => receiver.close())
  const { id: account_id, tier } = testApp.account
  await testApp.run((ctx) =>
    webhooks.createEndpoint(
      ctx,
      { account_id, tier },
      { url: receiver.url },
      { allowPrivate: true },
    ),
  )
  const lines: string[] = []
  let ready = () => {}
  const waiting = new Promise<void>((resolve) => {
    ready = resolve
  })
  const env = {
    BESTOW_DATABASE_URL: testApp.url,
    BESTOW_STAGE: 'staging',
    BESTOW_SECRET_KEY: 'test:JDwDbAVBqcYLVm8BwHyxEy4yLWQuXJpwCb4jBnDnUtk=',
  }
  const args = ['deliveries', 'tail', '--account', account_id, '--exit-after', '3']
  const voice = { out: (line: string) => lines.push(line), err: () => ready() }
  const tailing = run(args, env, voice)
  await waiting
  const engine = startTestEngine(testApp.db)
  testApp.closeCallbacks.push(() => engine.stop())
  await testApp.run(async (ctx) =>
    webhooks.record(ctx, eventInput(account_id, 'gift_request_created')),
  )
  assert.equal(await tailing, 0)
  for (const [at, words] of [
    /attempt 1 .*500/,
    /attempt 2 .*503/,
    /attempt 3 .*204.*delivered/,
  ].entries())
    assert.match(lines[at] ?? '', words)
})

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { allowedNetworks } from '#platform/config/setting-parsers'
import { testChatApp } from '#test/chat-app-kit'
import { failureOf } from '#test/chat-app-kit-calls'
import { testConnector } from '#test/connector-kit'
import { slackTokens, startFakeSlack } from '#test/fake-slack'
import { slackSubject } from '#test/slack-subject'
import { slackApp } from './index.ts'
import { createSlackApp } from './slack-app.ts'

const settings = { ...slackTokens, celebrations: 'off', channel: '' }

testConnector(slackApp)
testChatApp('the chat app of Slack', slackSubject)

it('opens no socket to a private address, whatever Slack answers', async () => {
  const slack = await startFakeSlack()
  const target = await startFakeSlack()
  const outbound = { allowPrivate: false, allowedNetworks: allowedNetworks('127.0.0.1/32') }
  const app = createSlackApp({ ...settings, url: slack.url, outbound })
  const { port } = new URL(target.url)
  const options = { handle: async () => {}, onReady() {}, signal: AbortSignal.timeout(30_000) }
  try {
    for (const host of ['127.0.0.2', '[::1]', '0.0.0.0', '169.254.169.254']) {
      slack.socketUrl = `ws://${host}:${port}/link`
      const { message } = await failureOf(() => app.listen(options))
      assert.match(message, /address_refused/, host)
    }
    slack.socketUrl = undefined
    const portless = createSlackApp({
      ...settings,
      url: slack.url,
      outbound: { ...outbound, ports: [443] },
    })
    await failureOf(() => portless.listen(options))
    assert.equal(slack.sockets() + target.sockets(), 0)
  } finally {
    await Promise.all([slack.close(), target.close()])
  }
})

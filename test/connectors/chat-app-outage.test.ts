import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as accounts from '#accounts'
import * as chatApps from '#chat-apps'
import * as connections from '#connections'
import { newId } from '#platform/lib/ids'
import { createAdminTestApp } from '#test/admin-harness'
import { chatRegistry, createChatAppFixture } from '#test/chat-app-fixture'
import { eventually } from '#test/eventually'
import { commandPayload, slackTokens } from '#test/fake-slack'

/* A chat that throttles, fails, lies and closes its sockets, with a stub of Slack. */

const testApp = await createAdminTestApp()

const newFixture = async () => {
  const account = await testApp.createAccount('Acme')
  const chat = await createChatAppFixture(testApp, account.id)
  const run = <T>(callback: Parameters<typeof testApp.run<T>>[0]) =>
    testApp.run(callback, account.id)
  return { ...chat, run, account_id: account.id }
}

const message = { title: 'A fact', lines: [], buttons: [] }

describe('posts', async () => {
  const { slack, run, post, postDue, find, connection_id } = await newFixture()
  const person = slack.addUser('ada@example.com')
  const enqueue = async (more: Partial<chatApps.ChatAppMessage> = {}, key: string = newId()) => {
    const subject_id = newId()
    await run(async (ctx) =>
      chatApps.enqueue(ctx, {
        ...{ key, subject_id, to: { email: 'ada@example.com' } },
        message: { ...message, ...more },
      }),
    )
    return subject_id
  }
  const readPost = async (subject_id: string) => {
    const [row] = await run((ctx) =>
      ctx.query<{
        attempts: number
        last_error: string | null
        wait: number | null
        content: boolean
      }>(
        `select attempts, last_error, extract(epoch from next_at - now())::float8 as wait,
                encrypted_content is not null as content
           from chat_apps.post where account_id = $1 and subject_id = $2`,
        [ctx.account_id, subject_id],
      ),
    )
    return row
  }
  const posted = () => slack.callsOf('chat.postMessage').length
  const anotherProcess = chatApps.createPostLoop(testApp.db, chatRegistry)

  it('are sent once for a fact, and their content is deleted', async () => {
    const key = newId()
    const id = await enqueue({}, key)
    await enqueue({}, key)
    await Promise.all([postDue(), postDue()])
    assert.equal(posted(), 1)
    assert.deepEqual(await readPost(id), {
      attempts: 0,
      last_error: null,
      wait: null,
      content: false,
    })
  })

  it('wait as long as Slack says, all of the connection', async () => {
    const id = await enqueue()
    slack.fail('chat.postMessage', { kind: 'throttle', seconds: 600 })
    await post()
    const { wait, content } = (await readPost(id)) ?? {}
    assert.ok(Number(wait) > 500 && content === true)
    assert.equal((await find()).failures, 0, 'the connection is not broken')
    const before = posted()
    const later = await enqueue()
    await postDue()
    assert.equal(posted(), before, 'a new post waits too')
    assert.equal((await readPost(later))?.attempts, 0)
    await post()
    assert.equal((await readPost(id))?.wait, null)
  })

  it('wait as long as Slack says when it throttles several at once', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, () => enqueue()))
    slack.fail('chat.postMessage', { kind: 'throttle', seconds: 600 }, 6)
    await post()
    for (const id of ids) {
      const { last_error, wait } = (await readPost(id)) ?? {}
      assert.notEqual(last_error, 'internal')
      assert.ok(Number(wait) < 700)
    }
    await post()
    for (const id of ids) assert.equal((await readPost(id))?.wait, null)
  })

  // biome-ignore format: read down the columns
  const faults = [
    [{ kind: 'status', status: 503 },            'chat.postMessage: http_503'],
    [{ kind: 'text', text: '<html>' },           'chat.postMessage: an answer that is no JSON of Slack'],
    [{ kind: 'text', text: '{"ok":true}' },      'chat.postMessage: the answer has no channel'],
    [{ kind: 'error', error: 'internal_error' }, 'chat.postMessage: internal_error'],
    [{ kind: 'lose' },                           'chat.postMessage: connection_failed'],
  ] as const
  for (const [fault, error] of faults)
    it(`are sent again after ${error}, which the connection shows`, async () => {
      const id = await enqueue()
      slack.fail('chat.postMessage', fault)
      await post()
      const found = await readPost(id)
      assert.deepEqual([found?.attempts, found?.last_error, found?.content], [1, error, true])
      assert.equal((await find()).last_error, error)
      await post()
      assert.deepEqual((await readPost(id))?.wait, null)
      assert.equal((await find()).failures, 0)
    })

  it('name the remedy when Slack refuses the token, and never the token', async () => {
    const id = await enqueue()
    slack.fail('users.lookupByEmail', { kind: 'error', error: 'token_revoked' })
    await post()
    assert.match((await find()).last_error ?? '', /install the app in the workspace again/)
    assert.ok(!JSON.stringify([await readPost(id), await find()]).includes(slackTokens.bot_token))
    await post()
  })

  it('are given up when a later attempt fails too', async () => {
    const id = await enqueue()
    slack.fail('chat.postMessage', { kind: 'error', error: 'channel_not_found' })
    await post()
    const { wait, content } = (await readPost(id)) ?? {}
    assert.deepEqual([wait, content], [null, false])
  })

  it('show the change that was made during their request', async () => {
    const buttons = [{ action: 'approve', value: 'x', label: 'Approve' }]
    const id = await enqueue({ buttons })
    slack.fail('chat.postMessage', { kind: 'hang' })
    const [before, openBefore] = [posted(), slack.open]
    const first = post()
    await eventually(() => slack.open > openBefore)
    await run((ctx) => chatApps.closePosts(ctx, id, { title: 'It is over', lines: [] }))
    slack.breakRequests()
    await first
    await post()
    assert.equal(posted(), before, 'what is over is not posted any more')
    const shown = await enqueue({ buttons })
    await post()
    await run((ctx) => chatApps.closePosts(ctx, shown, { title: 'It is over', lines: [] }))
    await post()
    assert.equal(slack.callsOf('chat.update').at(-1).text, 'It is over')
    const { channel, ts } = slack.callsOf('chat.update').at(-1)
    assert.ok(slack.messages.has(`${channel} ${ts}`) && channel === `D-${person.id}`)
  })

  it('lose their buttons when the change is made while their first request runs', async () => {
    const buttons = [{ action: 'approve', value: 'x', label: 'Approve' }]
    const id = await enqueue({ buttons })
    const answer = Promise.withResolvers<void>()
    slack.fail('chat.postMessage', { kind: 'wait', until: answer.promise })
    const openBefore = slack.open
    const first = postDue()
    await eventually(() => slack.open > openBefore)
    await run((ctx) => chatApps.closePosts(ctx, id, { title: 'It is over now', lines: [] }))
    await anotherProcess.round()
    await anotherProcess.settled()
    answer.resolve()
    await first
    await postDue()
    assert.equal(slack.callsOf('chat.update').at(-1)?.text, 'It is over now')
    assert.deepEqual(await readPost(id), {
      attempts: 0,
      last_error: null,
      wait: null,
      content: false,
    })
  })

  it('wait while their connection is disabled', async () => {
    const change = (enabled: boolean) =>
      run((ctx) => connections.change(ctx, connection_id, { enabled }, chatRegistry))
    const id = await enqueue()
    await change(false)
    const before = posted()
    await post()
    const { content, last_error } = (await readPost(id)) ?? {}
    assert.deepEqual([content, last_error], [true, 'the connection cannot be used'])
    assert.equal(posted(), before)
    await change(true)
    await post()
    assert.equal(posted(), before + 1)
  })

  it('do not exist in an account without a chat app', async () => {
    const other = await testApp.createAccount('Without')
    await testApp.run(async (ctx) => {
      chatApps.enqueue(ctx, {
        key: 'x',
        subject_id: newId(),
        to: { email: 'a@example.com' },
        message,
      })
    }, other.id)
    const count = await testApp.run(
      (ctx) =>
        ctx.queryCount('select count(*)::int as count from chat_apps.post where account_id = $1', [
          other.id,
        ]),
      '*',
    )
    assert.equal(count, 0)
  })
})

describe('sockets', async () => {
  const { slack, run, connect, round, find, connection_id, account_id, errors } = await newFixture()
  const person = slack.addUser('stranger@example.com')
  const change = (to: connections.ConnectionChange) =>
    run((ctx) => connections.change(ctx, connection_id, to, chatRegistry))
  const opened = () => slack.callsOf('apps.connections.open').length
  const isReady = () => slack.deliver('slash_commands', commandPayload(person.id))

  it('open again when Slack asks for it, and when they break', async () => {
    await connect()
    await eventually(async () => (await find()).last_success_at !== null)
    for (const end of [() => slack.disconnect(), () => slack.breakSockets()]) {
      const before = opened()
      end()
      await eventually(() => opened() > before && slack.sockets() === 1)
      assert.equal(await isReady(), true)
    }
    slack.disconnect('warning')
    assert.equal(await isReady(), true, 'a warning closes nothing')
  })

  it('take no harm from messages that are none', async () => {
    for (const text of ['no JSON', '[]', 'null', '{"type":"interactive"}', '{"type":{}}'])
      slack.say(text)
    assert.equal(await slack.deliver('interactive', { type: 'block_actions', user: 7 }), true)
    assert.equal(await slack.deliver('unknown', {}), true)
    const actions = Array(10_000).fill({ action_id: 'x' })
    assert.equal(
      await slack.deliver('interactive', { type: 'block_actions', actions, user: { id: 'U' } }),
      true,
    )
    assert.equal(await isReady(), true)
  })

  it('do not acknowledge an event whose handling failed, which the next delivery repeats', async () => {
    const payload = commandPayload(person.id)
    slack.fail('users.info', { kind: 'status', status: 500 })
    const isAcknowledged = slack.deliver('slash_commands', payload, {
      envelope_id: 'again',
      withinMs: 1_500,
    })
    await eventually(() => errors.length > 0)
    assert.equal(await isAcknowledged, false)
    assert.equal(await slack.deliver('slash_commands', payload, { envelope_id: 'again' }), true)
  })

  it('acknowledge an event within three seconds when its handling hangs', async () => {
    slack.fail('users.info', { kind: 'hang' })
    const startedAt = performance.now()
    assert.equal(await isReady(), true)
    assert.ok(performance.now() - startedAt > 2_000)
    slack.breakRequests()
  })

  it('close when their connection is disabled, and follow its settings', async () => {
    await change({ enabled: false })
    await round()
    await eventually(() => slack.sockets() === 0)
    await change({ enabled: true, settings: { app_token: 'xapp-wrong' } })
    await round()
    await eventually(async () => /invalid_auth/.test((await find()).last_error ?? ''))
    await change({ settings: slackTokens })
    await connect()
    assert.equal(await isReady(), true)
  })

  it('go to no URL that Slack cannot mean', async () => {
    for (const url of ['https://example.com', 'file:///etc/passwd', 'wss://example.com/link', '']) {
      slack.socketUrl = url
      const before = (await find()).failures
      slack.breakSockets()
      await eventually(async () => (await find()).failures > before + 1)
      assert.match((await find()).last_error ?? '', /no URL of a WebSocket/)
    }
    slack.socketUrl = undefined
    await eventually(() => slack.sockets() === 1 && isReady())
  })

  it('exist for the default connection only, which says when a worker has none left', async () => {
    const settings = { ...slackTokens, url: slack.url }
    await run((ctx) =>
      connections.create(ctx, { kind: 'slack-app', name: 'Second', settings }, chatRegistry),
    )
    const options = { limit: 100, seed: 'x' }
    const listed = await testApp.run(
      (ctx) => connections.listVersions(ctx, 'chat_app', options),
      '*',
    )
    const own = listed.filter((each) => each.account_id === account_id)
    assert.deepEqual(
      own.map(({ id }) => id),
      [connection_id],
    )
    const full = chatApps.createSockets({
      ...{ db: testApp.db, registry: chatRegistry, handle: async () => {} },
      onError: (error) => errors.push(error),
      maxOpen: 0,
    })
    await full.round()
    assert.match((await find()).last_error ?? '', /no socket left/)
    await full.stop()
  })

  it('stay closed in a suspended account', async () => {
    await testApp.run((ctx) => accounts.suspendAccount(ctx, account_id, { reason: 'A test' }), '*')
    slack.breakSockets()
    await eventually(async () => /suspended/.test((await find()).last_error ?? ''))
    assert.equal(slack.sockets(), 0)
  })
})

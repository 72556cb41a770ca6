import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import * as access from '#access'
import { mcp } from '#surfaces/mcp'
import { aGift, createWorld } from '#test/api-world'

/* The official client over a real socket, against the server as it is mounted. */

const world = await createWorld()
const place = { stage: 'staging', region: 'us' } as const
await world.app.register(
  mcp({
    db: world.db,
    authenticate: access.createAuthenticator(world.db, place),
    rateLimit: 0,
    version: '1.2.3',
  }),
)
const origin = await world.listen()

async function clientWith(token: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  const headers = { authorization: `Bearer ${token}` }
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { requestInit: { headers } }),
  )
  after(() => client.close())
  return client
}

/** A token of the account, whose agents may send so many gifts a day. */
async function tokenFor(daily_cap?: number, account_id = world.account.id) {
  const made = await world.run((work) => access.createToken(work), account_id)
  if (daily_cap !== undefined)
    await world.run((work) => access.allowAgents(work, made.id, daily_cap), account_id)
  return made
}

// biome-ignore lint/suspicious/noExplicitAny: answers have any form
type Json = any

async function call(client: Client, name: string, args: object = {}) {
  const { isError = false, structuredContent } = await client.callTool({
    name,
    arguments: { ...args },
  })
  const answer = structuredContent as Json
  return { isError, answer, code: answer.errors?.[0]?.code, message: answer.errors?.[0]?.message }
}

let people = 0
const somebody = () => ({
  first_name: 'Ada',
  last_name: 'Larkin',
  email: `ada.${++people}@example.com`,
})
const content = (count = 1) => ({
  campaign_id: world.campaign('email').id,
  recipients: Array.from({ length: count }, somebody),
})
const countGifts = async () => (await world.api.get('/gift_requests?limit=100')).json.data.length

const reader = await clientWith(world.token)
const sender = await clientWith((await tokenFor(1000)).token)

describe('the door', () => {
  const ask = (headers: Record<string, string>) =>
    fetch(`${origin}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
    })

  it('is closed without a token, and says how to come in', async () => {
    const attempts: Record<string, string>[] = [
      {},
      { authorization: 'Bearer made-up' },
      { authorization: `Basic ${world.token}` },
    ]
    for (const headers of attempts) {
      const answer = await ask(headers)
      assert.equal(answer.status, 401)
      assert.match(answer.headers.get('www-authenticate') ?? '', /^Bearer/)
      assert.equal(((await answer.json()) as Json).errors[0].code, 'unauthorized')
    }
  })

  it('does not open for a page of another site', async () => {
    const authorization = `Bearer ${world.token}`
    assert.equal((await ask({ authorization, origin: 'https://evil.example' })).status, 403)
    assert.equal((await ask({ authorization, origin })).status, 200)
  })

  it('closes with the token', async () => {
    const { id, token } = await tokenFor()
    const client = await clientWith(token)
    await client.listTools()
    await world.run((work) => access.expireToken(work, id))
    await assert.rejects(client.listTools())
  })
})

describe('the tools', () => {
  it('are about a dozen, each with a description and hints', async () => {
    const { tools } = await reader.listTools()
    assert.ok(tools.length >= 10 && tools.length <= 14, String(tools.length))
    for (const { name, description = '', annotations, inputSchema } of tools) {
      assert.ok(description.length > 40, name)
      assert.equal(annotations?.readOnlyHint, !name.startsWith('confirm_'), name)
      assert.equal(annotations?.destructiveHint, name === 'confirm_cancel', name)
      assert.equal(inputSchema.type, 'object', name)
    }
    assert.equal(reader.getServerVersion()?.version, '1.2.3')
    assert.match(reader.getInstructions() ?? '', /preview/)
  })

  it('refuse input that is not theirs', async () => {
    const answer = await reader.callTool({ name: 'where_is_gift', arguments: { parcel: 1 } })
    assert.equal(answer.isError, true)
  })

  it('find campaigns by what they are about', async () => {
    const { answer: all } = await call(reader, 'find_campaigns')
    assert.ok(all.campaigns.length > 1)
    const wanted = world.campaign('email')
    const { answer: some } = await call(reader, 'find_campaigns', { about: wanted.name })
    assert.equal(some.campaigns[0].id, wanted.id)
    const { answer: none } = await call(reader, 'find_campaigns', { about: 'xylophone' })
    assert.deepEqual(none.campaigns, [])
  })

  it('say whose account it is', async () => {
    const { answer } = await call(reader, 'account_summary')
    assert.equal(answer.account, 'Larkfield')
    assert.equal(answer.stage, 'staging')
    assert.equal(answer.may_send, false)
  })
})

describe('sending', () => {
  it('takes a preview and a confirmation', async () => {
    const gifts = content(2)
    const before = await countGifts()
    const { answer: shown } = await call(sender, 'preview_gift', gifts)
    assert.equal(shown.gifts, 2)
    assert.deepEqual(shown.recipients, gifts.recipients)
    assert.ok(shown.message.subject)
    assert.equal(await countGifts(), before, 'nothing is sent by looking')
    const { confirmation_code } = shown
    const { answer, isError } = await call(sender, 'confirm_gift', { ...gifts, confirmation_code })
    assert.equal(isError, false, JSON.stringify(answer))
    assert.equal(answer.sent.length, 2)
    assert.equal(await countGifts(), before + 2)
    const { json } = await world.api.get(`/gift_requests/${answer.sent[1].id}`)
    assert.equal(json.recipient.email, gifts.recipients[1]?.email)
  })

  it('takes no other content, whatever differs', async () => {
    const gifts = content()
    const { answer: shown } = await call(sender, 'preview_gift', gifts)
    const { confirmation_code } = shown
    const before = await countGifts()
    const changed = [
      content(),
      { ...gifts, recipients: [...gifts.recipients, somebody()] },
      { ...gifts, campaign_id: world.campaign('gift_link').id },
      { ...gifts, email_message: { subject: 'Other', body: 'words' } },
      { ...gifts, send_at: '2099-01-01T00:00:00Z' },
    ]
    for (const other of changed) {
      const { isError, code } = await call(sender, 'confirm_gift', { ...other, confirmation_code })
      assert.deepEqual([isError, code], [true, 'not_allowed'])
    }
    assert.equal(await countGifts(), before)
    const [recipient] = gifts.recipients
    const { first_name, last_name, email } = recipient ?? somebody()
    const recipients = [{ email, last_name, first_name }]
    const reordered = { recipients, campaign_id: gifts.campaign_id }
    const { isError } = await call(sender, 'confirm_gift', { ...reordered, confirmation_code })
    assert.equal(isError, false, 'the order of members is not content')
  })

  it('happens once for each code, also when it is confirmed twice at once', async () => {
    const gifts = content()
    const { answer: shown } = await call(sender, 'preview_gift', gifts)
    const { confirmation_code } = shown
    const before = await countGifts()
    const both = await Promise.all(
      [0, 1].map(() => call(sender, 'confirm_gift', { ...gifts, confirmation_code })),
    )
    assert.deepEqual(both.map(({ isError }) => isError).sort(), [false, true])
    const replay = await call(sender, 'confirm_gift', { ...gifts, confirmation_code })
    assert.equal(replay.code, 'not_allowed')
    assert.match(replay.message, /was used at/)
    assert.equal(await countGifts(), before + 1)
  })

  it('needs a code of the same token', async () => {
    const gifts = content()
    const { answer: shown } = await call(sender, 'preview_gift', gifts)
    const other = await clientWith((await tokenFor(10)).token)
    const { confirmation_code } = shown
    assert.equal((await call(other, 'confirm_gift', { ...gifts, confirmation_code })).isError, true)
    const { code } = await call(sender, 'confirm_gift', { ...gifts, confirmation_code: 'AAAA' })
    assert.equal(code, 'not_allowed')
  })

  it('needs the permission, at the moment of confirming', async () => {
    const gifts = content()
    const { answer: shown } = await call(reader, 'preview_gift', gifts)
    assert.deepEqual([shown.may_send, shown.confirmation_code], [false, null])
    const { id, token } = await tokenFor(10)
    const client = await clientWith(token)
    const { answer: seen } = await call(client, 'preview_gift', gifts)
    await world.run((work) => access.forbidAgents(work, id))
    const { confirmation_code } = seen
    const { code } = await call(client, 'confirm_gift', { ...gifts, confirmation_code })
    assert.equal(code, 'forbidden')
  })

  it('tells everything that is wrong at once', async () => {
    const gifts = { ...content(2), campaign_id: crypto.randomUUID() }
    const { isError, answer } = await call(sender, 'preview_gift', gifts)
    assert.equal(isError, true)
    assert.equal(answer.errors.length, 2)
    const twice = content()
    const { answer: refused } = await call(sender, 'preview_gift', {
      ...twice,
      recipients: [...twice.recipients, ...twice.recipients],
    })
    assert.equal(refused.errors[0].param, 'recipients.1.email')
  })

  it('warns when somebody had the same lately', async () => {
    const gifts = content()
    const { answer: first } = await call(sender, 'preview_gift', gifts)
    assert.deepEqual(first.warnings, [])
    const { confirmation_code } = first
    await call(sender, 'confirm_gift', { ...gifts, confirmation_code })
    const { answer: second } = await call(sender, 'preview_gift', gifts)
    assert.match(second.warnings[0], /got GR-/)
  })

  it('ends at the cap of a day, counted over all tokens of the account', async () => {
    const { account, token: readOnly } = await world.stranger()
    const list = await call(await clientWith(readOnly), 'find_campaigns', {
      invitation_method: 'email',
    })
    const campaign_id = list.answer.campaigns[0].id
    const [one, other] = [await tokenFor(3, account.id), await tokenFor(3, account.id)]
    const clients = [await clientWith(one.token), await clientWith(other.token)] as const
    const send = async (client: Client, count: number) => {
      const gifts = { ...content(count), campaign_id }
      const { answer: shown } = await call(client, 'preview_gift', gifts)
      const { confirmation_code } = shown
      return call(client, 'confirm_gift', { ...gifts, confirmation_code })
    }
    assert.equal((await send(clients[0], 2)).isError, false)
    const { code, message } = await send(clients[1], 2)
    assert.equal(code, 'forbidden')
    assert.match(message, /1 are left/)
    assert.equal((await send(clients[1], 1)).isError, false)
    assert.equal((await send(clients[0], 1)).code, 'forbidden')
    await world.passTime(24 * 60 * 60 * 1000 + 1000)
    assert.equal((await send(clients[0], 1)).isError, false, 'a day later')
  })

  it('takes no code that is older than five minutes', async () => {
    const gifts = content()
    const { answer: shown } = await call(sender, 'preview_gift', gifts)
    await world.passTime(5 * 60 * 1000 + 1000)
    const { confirmation_code } = shown
    const { message } = await call(sender, 'confirm_gift', { ...gifts, confirmation_code })
    assert.match(message, /has expired/)
  })
})

describe('a gift', () => {
  const make = async () => {
    const { json } = await world.api.post('/gift_requests', aGift(world))
    await world.passTime()
    return json
  }
  const walk = (id: string, to: string) =>
    world.api.post(`/test_helpers/gift_requests/${id}/advance`, { to })

  it('is found by id, reference and recipient', async () => {
    const gift = await make()
    for (const name of [gift.id, gift.reference, gift.reference.toLowerCase()])
      assert.equal((await call(reader, 'where_is_gift', { gift: name })).answer.id, gift.id)
    const { email } = gift.recipient
    const { answer } = await call(reader, 'search_gifts', { recipient_email: email.toUpperCase() })
    assert.deepEqual(
      answer.gifts.map((each: Json) => each.id),
      [gift.id],
    )
  })

  it('is unknown to another account, by whatever name and tool', async () => {
    const gift = await make()
    const stranger = await clientWith((await world.stranger()).token)
    for (const tool of [
      'where_is_gift',
      'why_has_nothing_arrived',
      'gift_events',
      'preview_cancel',
    ]) {
      for (const name of [gift.id, gift.reference])
        assert.equal((await call(stranger, tool, { gift: name })).code, 'not_found', tool)
    }
    const { answer } = await call(stranger, 'search_gifts')
    assert.deepEqual(answer.gifts, [])
  })

  it('that has not arrived says why', async () => {
    const gift = await make()
    const waiting = await call(reader, 'why_has_nothing_arrived', { gift: gift.id })
    assert.equal(waiting.answer.waits_for, 'the recipient')
    assert.match(waiting.answer.redemption_url, /\/r\//)
    await walk(gift.id, 'backordered')
    const { answer } = await call(reader, 'why_has_nothing_arrived', { gift: gift.id })
    assert.match(answer.reason, /no stock/)
    const { answer: stuck } = await call(reader, 'list_stalled', { limit: 50 })
    assert.ok(stuck.gifts.some((each: Json) => each.id === gift.id))
  })

  it('shows its events, and who got them', async () => {
    const gift = await make()
    const { answer } = await call(reader, 'gift_events', { gift: gift.id })
    assert.deepEqual(
      answer.events.map(({ type, deliveries }: Json) => [type, deliveries]),
      [['gift_request_created', []]],
    )
    const { answer: all } = await call(reader, 'diagnose_deliveries')
    assert.deepEqual(all.endpoints, [])
    assert.ok(all.advice)
  })

  it('is cancelled in two steps, and only as it was shown', async () => {
    const gift = await make()
    assert.equal(
      (await call(reader, 'preview_cancel', { gift: gift.id })).answer.confirmation_code,
      null,
    )
    const { answer: shown } = await call(sender, 'preview_cancel', { gift: gift.reference })
    await walk(gift.id, 'redeemed')
    const { confirmation_code } = shown
    const moved = await call(sender, 'confirm_cancel', { gift: gift.id, confirmation_code })
    assert.equal(moved.code, 'not_allowed', 'it has moved on since')
    const { answer: again } = await call(sender, 'preview_cancel', { gift: gift.id })
    const done = await call(sender, 'confirm_cancel', {
      gift: gift.id,
      confirmation_code: again.confirmation_code,
    })
    assert.equal(done.answer.cancelled.status, 'cancelled')
    const { answer: late } = await call(sender, 'preview_cancel', { gift: gift.id })
    assert.equal(late.can_be_cancelled, false)
  })
})

describe('the audit log', () => {
  it('has every call, done and refused, with ids and no names', async () => {
    const { account, token } = await world.stranger()
    const client = await clientWith(token)
    await call(client, 'search_gifts', { recipient_email: 'ada@example.com' })
    await call(client, 'where_is_gift', { gift: 'GR-NOTTHERE' })
    const { data } = await world.run(
      (work) => access.listAudit(work, { action: 'agent.call' }, { limit: 10, order: 'asc' }),
      account.id,
    )
    assert.deepEqual(
      data.map(({ subject, details, actor }) => [subject.id, details.outcome, actor.kind]),
      [
        ['search_gifts', 'done', 'api_token'],
        ['where_is_gift', 'refused', 'api_token'],
      ],
    )
    assert.ok(!JSON.stringify(data).includes('ada@example.com'))
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Client } from '@modelcontextprotocol/client'
import * as apiKeys from '#api-keys'
import * as audit from '#audit'
import * as campaigns from '#campaigns'
import * as gifting from '#gifting'
import { giftBody } from '#test/api-harness'
import { callTool, createMcpTestApp, type Json } from '#test/mcp-harness'
import { pluck } from '#test/pluck'

/* The tests of the MCP server with the official client over a real socket. */

const { testApp, origin, connectClient, createToken } = await createMcpTestApp()
const reader = await connectClient(testApp.token)
const sender = await connectClient((await createToken(1000)).token)

describe('authentication', () => {
  const send = (headers: Record<string, string>) =>
    fetch(`${origin}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
    })

  it('rejects requests without a valid token, and names the scheme', async () => {
    const attempts: Record<string, string>[] = [
      {},
      { authorization: 'Bearer made-up' },
      { authorization: `Basic ${testApp.token}` },
    ]
    for (const headers of attempts) {
      const response = await send(headers)
      assert.equal(response.status, 401)
      assert.match(response.headers.get('www-authenticate') ?? '', /^Bearer/)
      assert.equal(((await response.json()) as Json).errors[0].code, 'unauthorized')
    }
  })

  it('rejects requests of pages on other sites', async () => {
    const authorization = `Bearer ${testApp.token}`
    assert.equal((await send({ authorization, origin: 'https://evil.example' })).status, 403)
    assert.equal((await send({ authorization, origin })).status, 200)
  })

  it('rejects a token once it has expired', async () => {
    const { id, token } = await createToken()
    const client = await connectClient(token)
    await client.listTools()
    await testApp.run((ctx) => apiKeys.expireToken(ctx, id))
    await assert.rejects(client.listTools())
  })
})

describe('the scopes of a token', () => {
  it('limit the tools, and the error names the missing scope', async () => {
    const { token } = await testApp.run((ctx) =>
      apiKeys.createToken(ctx, { scopes: ['campaigns:read'] }),
    )
    const client = await connectClient(token)
    assert.ok(!(await callTool(client, 'find_campaigns')).isError)
    assert.ok(!(await callTool(client, 'account_summary')).isError)
    const calls: [string, object, string][] = [
      ['search_gifts', {}, 'gift_requests:read'],
      ['list_stalled', {}, 'gift_requests:read'],
      ['gift_events', { gift: 'GR-7K2M9QXA' }, 'events:read'],
      ['preview_cancel', { gift: 'GR-7K2M9QXA' }, 'gift_requests:write'],
      ['diagnose_deliveries', {}, 'endpoints:read'],
    ]
    for (const [name, input, scope] of calls) {
      const { isError, content } = await callTool(client, name, input)
      assert.ok(isError, name)
      assert.equal(content.errors[0].type, 'permission_error')
      assert.ok(content.errors[0].message.includes(scope), name)
    }
  })
})

describe('the tools', () => {
  it('number fewer than twenty, each with a description and hints', async () => {
    const { tools } = await reader.listTools()
    assert.ok(tools.length >= 10 && tools.length < 20, String(tools.length))
    for (const { name, description = '', annotations, inputSchema } of tools) {
      assert.ok(description.length > 40, name)
      assert.equal(annotations?.readOnlyHint, !name.startsWith('confirm_'), name)
      assert.equal(annotations?.destructiveHint, /^confirm_(cancel|change)$/.test(name), name)
      assert.equal(inputSchema.type, 'object', name)
    }
    assert.equal(reader.getServerVersion()?.version, '1.2.3')
    assert.match(reader.getInstructions() ?? '', /preview/)
  })

  it('are the same in the newest revision of the protocol and in the previous one', async () => {
    const older = await connectClient(testApp.token, 'legacy')
    assert.equal(reader.getNegotiatedProtocolVersion(), '2026-07-28')
    assert.match(older.getNegotiatedProtocolVersion() ?? '', /^2025-/)
    const names = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name)
    assert.deepEqual(await names(older), await names(reader))
    assert.equal((await callTool(older, 'account_summary')).content.account, 'Larkfield')
  })

  it('reject unknown and invalid input', async () => {
    const errorOf = async (name: string, input: object) => {
      const result = await reader.callTool({ name, arguments: { ...input } })
      assert.equal(result.isError, true)
      return JSON.stringify(result.content)
    }
    assert.match(
      await errorOf('find_campaigns', { abuot: 'tea', invitation_method: 'fax' }),
      /abuot: is not a member of the input; allowed: about, invitation_method; invitation_method: must be one of email, gift_link/,
    )
    const person = { first_name: 'Ada', last_name: 'L', email: 'ada@example.com', nick: 'A' }
    assert.match(
      await errorOf('preview_gift', { campaign_id: 1, recipients: [person] }),
      /recipients.0.nick: is not a member of the input; allowed: first_name, last_name, email/,
    )
    assert.match(await errorOf('account_summary', { of: 1 }), /of: .*; no members are allowed/)
  })

  it('find campaigns by topic', async () => {
    const { content: all } = await callTool(reader, 'find_campaigns')
    assert.ok(all.campaigns.length > 1)
    const target = testApp.campaign('email')
    const { content: some } = await callTool(reader, 'find_campaigns', { about: target.name })
    assert.equal(some.campaigns[0].id, target.id)
    const { content: none } = await callTool(reader, 'find_campaigns', { about: 'xylophone' })
    assert.deepEqual(none.campaigns, [])
  })

  it('find no campaign that is paused', async () => {
    const { id, name } = testApp.campaign('gift_link')
    const isFound = async () => {
      const { content } = await callTool(reader, 'find_campaigns', { about: name })
      return content.campaigns.some((campaign: Json) => campaign.id === id)
    }
    const pause = (is_paused: boolean) =>
      testApp.run((ctx) => campaigns.patch(ctx, id, () => ({ is_paused })))
    await pause(true)
    assert.equal(await isFound(), false)
    await pause(false)
    assert.equal(await isFound(), true)
  })

  it('return the account of the token', async () => {
    const { content } = await callTool(reader, 'account_summary')
    assert.equal(content.account, 'Larkfield')
    assert.equal(content.stage, 'staging')
    assert.equal(content.may_send, false)
  })
})

describe('a gift', () => {
  const make = async () => {
    const { json } = await testApp.api.post('/gift_requests', giftBody(testApp))
    await testApp.advanceTime()
    return json
  }
  const advanceTo = (id: string, to: string) =>
    testApp.api.post(`/test_helpers/gift_requests/${id}/advance`, { to })

  it('is found by id, reference and recipient', async () => {
    const gift = await make()
    for (const name of [gift.id, gift.reference, gift.reference.toLowerCase()])
      assert.equal((await callTool(reader, 'where_is_gift', { gift: name })).content.id, gift.id)
    const { email } = gift.recipient
    const { content } = await callTool(reader, 'search_gifts', {
      recipient_email: email.toUpperCase(),
    })
    assert.deepEqual(
      content.gifts.map((each: Json) => each.id),
      [gift.id],
    )
  })

  it('is unknown to every tool of another account', async () => {
    const gift = await make()
    const stranger = await connectClient((await testApp.createOtherAccount()).token)
    for (const tool of [
      'where_is_gift',
      'why_has_nothing_arrived',
      'gift_events',
      'preview_cancel',
    ]) {
      for (const name of [gift.id, gift.reference])
        assert.equal((await callTool(stranger, tool, { gift: name })).code, 'not_found', tool)
    }
    const { content } = await callTool(stranger, 'search_gifts')
    assert.deepEqual(content.gifts, [])
  })

  it('has a reason while it has not arrived', async () => {
    const gift = await make()
    const waiting = await callTool(reader, 'why_has_nothing_arrived', { gift: gift.id })
    assert.equal(waiting.content.waits_for, 'the recipient')
    assert.match(waiting.content.web_url, /gift-requests/)
    assert.equal(waiting.content.redemption_url, undefined, 'a token that may only read')
    const notes = (): Promise<string[]> =>
      callTool(reader, 'why_has_nothing_arrived', { gift: gift.id }).then(
        ({ content }) => content.notes,
      )
    assert.ok((await notes()).includes('The page has not been opened yet.'))
    await testApp.run((ctx) => gifting.markOpened(ctx, gift.id))
    assert.ok((await notes()).some((note) => /opened the page at/.test(note)))
    await testApp.run((ctx) => gifting.decline(ctx, gift.id, {}))
    assert.ok((await notes()).some((note) => /declined the gift at/.test(note)))
    await advanceTo(gift.id, 'backordered')
    const { content } = await callTool(reader, 'why_has_nothing_arrived', { gift: gift.id })
    assert.match(content.reason, /no stock/)
    const { content: stuck } = await callTool(reader, 'list_stalled', { limit: 50 })
    assert.ok(stuck.gifts.some((each: Json) => each.id === gift.id))
  })

  it('lists its events and their deliveries', async () => {
    const gift = await make()
    const { content } = await callTool(reader, 'gift_events', { gift: gift.id })
    assert.deepEqual(pluck(content.events, 'type', 'deliveries'), [['gift_request_created', []]])
    const { content: all } = await callTool(reader, 'diagnose_deliveries')
    assert.deepEqual(all.endpoints, [])
    assert.ok(all.advice)
  })

  it('is cancelled in two steps, and only in its previewed state', async () => {
    const gift = await make()
    assert.equal(
      (await callTool(reader, 'preview_cancel', { gift: gift.id })).content.confirmation_code,
      null,
    )
    const { content: shown } = await callTool(sender, 'preview_cancel', { gift: gift.reference })
    await advanceTo(gift.id, 'redeemed')
    const { confirmation_code } = shown
    const moved = await callTool(sender, 'confirm_cancel', { gift: gift.id, confirmation_code })
    assert.equal(moved.code, 'not_allowed', 'its state has changed since')
    const { content: second } = await callTool(sender, 'preview_cancel', { gift: gift.id })
    const done = await callTool(sender, 'confirm_cancel', {
      gift: gift.id,
      confirmation_code: second.confirmation_code,
    })
    assert.equal(done.content.cancelled.status, 'cancelled')
    const { content: late } = await callTool(sender, 'preview_cancel', { gift: gift.id })
    assert.equal(late.can_be_cancelled, false)
  })
})

describe('the audit log', () => {
  it('records every call, successful or rejected, with ids and without names', async () => {
    const { account, token } = await testApp.createOtherAccount()
    const client = await connectClient(token)
    await callTool(client, 'search_gifts', { recipient_email: 'ada@example.com' })
    await callTool(client, 'where_is_gift', { gift: 'GR-NOTTHERE' })
    const { data } = await testApp.run(
      (ctx) => audit.listEntries(ctx, { action: 'agent.call' }, { limit: 10, order: 'asc' }),
      account.id,
    )
    assert.deepEqual(
      data.map(({ subject, details, actor }) => [subject.id, details.outcome, actor.kind]),
      [
        ['search_gifts', 'done', 'api_token'],
        ['where_is_gift', 'rejected', 'api_token'],
      ],
    )
    assert.ok(!JSON.stringify(data).includes('ada@example.com'))
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { giftBody } from '#test/api-harness'
import { callTool, createMcpTestApp } from '#test/mcp-harness'
import { compileStrictSchema } from '#test/openapi-contract'

/* The function `callTool` compares each result with the output schema of its tool. */

const { testApp, connectClient, createToken, giftContent } = await createMcpTestApp()
const agent = await connectClient((await createToken(1000)).token)
const reader = await connectClient(testApp.token)

async function createGift(): Promise<string> {
  const { json } = await testApp.api.post('/gift_requests', giftBody(testApp))
  await testApp.advanceTime()
  return json.id
}

describe('the output schemas', () => {
  it('match the results of every tool', async () => {
    await testApp.api.post('/endpoints', {
      url: 'https://receiver.example/hook',
      events: ['gift_request_created'],
    })
    const gift = await createGift()
    const content = giftContent()
    const extension = { gift, change: 'extend', days: 1 }
    // biome-ignore format: read down the columns
    const calls: [name: string, input?: object][] = [
      ['find_campaigns'],
      ['account_summary'],
      ['preview_gift', content],
      ['search_gifts'],
      ['where_is_gift', { gift }],
      ['why_has_nothing_arrived', { gift }],
      ['list_stalled', { days: 1 }],
      ['gift_events', { gift }],
      ['list_attention'],
      ['preview_change', extension],
      ['gift_parcels', { gift }],
      ['gift_emails', { gift }],
      ['diagnose_deliveries'],
    ]
    await testApp.advanceTime(2 * 86_400_000)
    const called = new Set<string>()
    const call = async (name: string, input?: object) => {
      called.add(name)
      const result = await callTool(agent, name, input)
      assert.equal(result.isError, false, `${name}: ${result.message}`)
      return result.content
    }
    for (const [name, input] of calls) await call(name, input)
    const confirmAll = [
      ['gift', content],
      ['change', extension],
      ['cancel', { gift }],
    ] as const
    for (const [subject, input] of confirmAll) {
      const { confirmation_code } = await call(`preview_${subject}`, input)
      await call(`confirm_${subject}`, { ...input, confirmation_code })
    }
    await call('preview_cancel', { gift }) // a gift can be cancelled only once
    const { tools } = await agent.listTools()
    assert.deepEqual([...called].sort(), tools.map(({ name }) => name).sort())
  })

  it('match the results for an agent that may not send', async () => {
    const gift = await createGift()
    for (const [name, input] of [
      ['preview_gift', giftContent()],
      ['preview_change', { gift, change: 'extend', days: 1 }],
      ['preview_cancel', { gift }],
      ['where_is_gift', { gift }],
      ['account_summary', {}],
    ] as const)
      assert.equal((await callTool(reader, name, input)).isError, false, name)
  })

  it('reject a result without one of its members', async () => {
    const { tools } = await agent.listTools()
    const gift = await createGift()
    const { content } = await callTool(agent, 'where_is_gift', { gift })
    const { outputSchema } = tools.find(({ name }) => name === 'where_is_gift') ?? {}
    assert.ok(outputSchema)
    const check = compileStrictSchema(outputSchema)
    for (const member of ['state', 'waits_for', 'parcels', 'history', 'web_url']) {
      const { [member]: _, ...incomplete } = content
      assert.notDeepEqual(check(incomplete), [], member)
    }
  })
})

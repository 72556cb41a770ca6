import assert from 'node:assert/strict'
import { after } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import * as apiKeys from '#api-keys'
import { auth } from '#http/auth'
import { mcp } from '#http/mcp'
import { createTestApp, type TestApp } from '#test/api-harness'
import { testShipping } from '#test/fulfilment-fixture'
import { compileStrictSchema } from '#test/openapi-contract'

// biome-ignore lint/suspicious/noExplicitAny: responses have every shape
export type Json = any

/** A deployment with MCP, and the official MCP client, which connects over a socket. */
export interface McpTestApp {
  testApp: TestApp
  origin: string
  connectClient(token: string, mode?: 'auto' | 'legacy'): Promise<Client>
  /**
   * Creates a token. The default is a token of the test account. `daily_cap` is the number of gifts that
   * agents may send in a day.
   */
  createToken(daily_cap?: number, account_id?: string): Promise<{ id: string; token: string }>
  /** Returns the arguments of a preview: a campaign, and this many new recipients. */
  giftContent(count?: number): { campaign_id: string; recipients: McpRecipient[] }
}

interface McpRecipient {
  first_name: string
  last_name: string
  email: string
}

export async function createMcpTestApp(): Promise<McpTestApp> {
  const testApp = await createTestApp()
  const { db } = testApp
  const authenticate = apiKeys.createAuthenticator(db, { stage: 'staging', region: 'us' })
  await testApp.app.register(auth({ db, rateLimit: 0, isMcpEnabled: true }))
  const mcpOptions = { db, authenticate, rateLimit: 0, version: '1.2.3', shipping: testShipping }
  await testApp.app.register(mcp(mcpOptions))
  const origin = await testApp.listen()
  let recipientCount = 0
  return {
    testApp,
    origin,
    async connectClient(token, mode = 'auto') {
      const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
      const headers = { authorization: `Bearer ${token}` }
      await client.connect(
        new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { requestInit: { headers } }),
      )
      after(() => client.close())
      return client
    },
    async createToken(daily_cap, account_id = testApp.account.id) {
      const created = await testApp.run((ctx) => apiKeys.createToken(ctx), account_id)
      if (daily_cap !== undefined)
        await testApp.run((ctx) => apiKeys.grantAgentAccess(ctx, created.id, daily_cap), account_id)
      return created
    },
    giftContent: (count = 1) => ({
      campaign_id: testApp.campaign('email').id,
      recipients: Array.from({ length: count }, () => ({
        first_name: 'Ada',
        last_name: 'Larkin',
        email: `ada.${++recipientCount}@example.com`,
      })),
    }),
  }
}

/**
 * Calls a tool, and compares its result with the schema that the server lists. Also returns the code and the
 * message of the first error if the result is an error.
 */
export async function callTool(client: Client, name: string, args: object = {}) {
  const result = await client.callTool({ name, arguments: { ...args } })
  const { isError = false, structuredContent } = result
  const [block] = result.content
  assert.ok(block?.type === 'text')
  const content: Json = JSON.parse(block.text)
  if (isError) assert.equal(structuredContent, undefined, 'an error has no structured result')
  else {
    assert.deepEqual(structuredContent, content)
    assert.deepEqual((await getOutputCheck(client, name))(content), [], name)
  }
  return {
    isError,
    content,
    code: content.errors?.[0]?.code,
    message: content.errors?.[0]?.message,
  }
}

const checks = new Map<string, (output: unknown) => string[]>()

/**
 * Returns a function that checks a tool's output. The check also rejects members
 * that the schema does not have.
 */
async function getOutputCheck(client: Client, name: string) {
  if (checks.size === 0)
    for (const tool of (await client.listTools()).tools) {
      assert.ok(tool.outputSchema, `${tool.name} has no output schema`)
      checks.set(tool.name, compileStrictSchema(tool.outputSchema))
    }
  const check = checks.get(name)
  assert.ok(check, name)
  return check
}

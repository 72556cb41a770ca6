import { after } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import * as access from '#access'
import { mcp } from '#surfaces/mcp'
import { createWorld, type World } from '#test/api-world'

// biome-ignore lint/suspicious/noExplicitAny: answers have any form
export type Json = any

/** An installation that serves agents, and the official client to speak with it over a real socket. */
export interface McpWorld {
  world: World
  origin: string
  clientWith(token: string, mode?: 'auto' | 'legacy'): Promise<Client>
  /** A token, of the account unless another is named, whose agents may send so many gifts a day. */
  tokenFor(daily_cap?: number, account_id?: string): Promise<{ id: string; token: string }>
  /** What gifts are previewed and confirmed with, for so many people whom nobody has met. */
  content(count?: number): { campaign_id: string; recipients: Person[] }
}

interface Person {
  first_name: string
  last_name: string
  email: string
}

export async function createMcpWorld(): Promise<McpWorld> {
  const world = await createWorld()
  const { db } = world
  const authenticate = access.createAuthenticator(db, { stage: 'staging', region: 'us' })
  await world.app.register(mcp({ db, authenticate, rateLimit: 0, version: '1.2.3' }))
  const origin = await world.listen()
  let people = 0
  return {
    world,
    origin,
    async clientWith(token, mode = 'auto') {
      const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
      const headers = { authorization: `Bearer ${token}` }
      await client.connect(
        new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { requestInit: { headers } }),
      )
      after(() => client.close())
      return client
    },
    async tokenFor(daily_cap, account_id = world.account.id) {
      const made = await world.run((ctx) => access.createToken(ctx), account_id)
      if (daily_cap !== undefined)
        await world.run((ctx) => access.grantAgentAccess(ctx, made.id, daily_cap), account_id)
      return made
    },
    content: (count = 1) => ({
      campaign_id: world.campaign('email').id,
      recipients: Array.from({ length: count }, () => ({
        first_name: 'Ada',
        last_name: 'Larkin',
        email: `ada.${++people}@example.com`,
      })),
    }),
  }
}

/** Calls a tool; of a refusal, the code and the message of the first error. */
export async function call(client: Client, name: string, args: object = {}) {
  const { isError = false, structuredContent } = await client.callTool({
    name,
    arguments: { ...args },
  })
  const answer = structuredContent as Json
  return { isError, answer, code: answer.errors?.[0]?.code, message: answer.errors?.[0]?.message }
}

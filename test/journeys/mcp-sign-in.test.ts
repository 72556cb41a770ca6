import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, describe, it } from 'node:test'
import type * as accounts from '#accounts'
import * as apiKeys from '#api-keys'
import { callTool, createMcpTestApp, type Json } from '#test/mcp-harness'
import { signInToMcp } from '#test/mcp-sign-in'
import { pluck } from '#test/pluck'
import { createTestUser } from '#test/test-user'

/* The tests of an MCP client that only knows the URL: the official client, with its own OAuth code. */

const { testApp, origin, giftContent } = await createMcpTestApp()
const admin = await createUser('admin')

async function createUser(role: accounts.Role, account_id = testApp.account.id) {
  const email = `${crypto.randomUUID()}@example.com`
  const { user, password } = await testApp.run(
    (ctx) => createTestUser(ctx, { email, role }),
    account_id,
  )
  return { id: user.id, email, password }
}

async function signIn(fields: Record<string, string> = {}, user = admin) {
  const { email, password } = user
  const signedIn = await signInToMcp(origin, { email, password }, fields)
  after(() => signedIn.client.close())
  return signedIn
}

const getJson = async (path: string) => (await (await fetch(`${origin}${path}`)).json()) as Json

describe('discovery', () => {
  it('leads from the 401 to the authorization server', async () => {
    const response = await fetch(`${origin}/mcp`, { method: 'POST', body: '{}' })
    const challenge = response.headers.get('www-authenticate') ?? ''
    assert.equal(response.status, 401)
    const [, url = ''] = /resource_metadata="([^"]+)"/.exec(challenge) ?? []
    assert.match(challenge, /scope="gift_requests:read /)
    assert.doesNotMatch(challenge, /invalid_token/)
    const metadata = (await (await fetch(url)).json()) as Json
    assert.equal(metadata.resource, `${origin}/mcp`)
    assert.deepEqual(metadata.authorization_servers, [origin])
    const server = await getJson('/.well-known/oauth-authorization-server')
    assert.equal(server.issuer, origin)
    assert.equal(server.registration_endpoint, `${origin}/auth/register`)
    assert.deepEqual(await getJson('/.well-known/oauth-protected-resource'), metadata)
  })

  it('says that a presented token is invalid', async () => {
    const headers = { authorization: 'Bearer made-up' }
    const response = await fetch(`${origin}/mcp`, { method: 'POST', body: '{}', headers })
    assert.match(response.headers.get('www-authenticate') ?? '', /error="invalid_token"/)
  })
})

describe('an MCP client that only knows the URL', () => {
  it('registers, gets the consent of an admin, previews and sends', async () => {
    const { client, provider } = await signIn()
    assert.match(String(provider.saved.client?.client_id), /^mcp_/)
    const summary = (await callTool(client, 'account_summary')).content
    assert.deepEqual([summary.account, summary.may_send], ['Larkfield', true])
    assert.equal(summary.sending.daily_cap, 25)
    const gifts = giftContent()
    const { content: shown } = await callTool(client, 'preview_gift', gifts)
    const { confirmation_code } = shown
    const sent = await callTool(client, 'confirm_gift', { ...gifts, confirmation_code })
    assert.equal(sent.isError, false, sent.message)
    assert.equal(sent.content.sent.length, 1)
  })

  it('keeps its confirmation and its access over a refresh of the token', async () => {
    const { client, provider } = await signIn()
    const gifts = giftContent()
    const { confirmation_code } = (await callTool(client, 'preview_gift', gifts)).content
    const before = provider.saved.tokens?.access_token
    await testApp.run(
      (ctx) =>
        ctx.query(
          `update access.oauth_token set expires_at = $1 where kind = 'access' and token_hash = $2`,
          [
            ctx.now,
            createHash('sha256')
              .update(before ?? '')
              .digest(),
          ],
        ),
      '*',
    )
    const sent = await callTool(client, 'confirm_gift', { ...gifts, confirmation_code })
    assert.equal(sent.isError, false, sent.message)
    assert.notEqual(provider.saved.tokens?.access_token, before)
  })

  it('sends as many gifts as the admin allowed, and none with 0', async () => {
    const { client } = await signIn({ daily_cap: '0' })
    const { content: shown } = await callTool(client, 'preview_gift', giftContent())
    assert.deepEqual([shown.may_send, shown.confirmation_code], [false, null])
    assert.match(shown.why_not, /Connected apps/)
    const { client: other } = await signIn({ daily_cap: '7' })
    assert.equal((await callTool(other, 'account_summary')).content.sending.daily_cap, 7)
  })

  it('acts for the account of the admin who allowed it', async () => {
    const { account } = await testApp.createOtherAccount()
    const { client } = await signIn({}, await createUser('admin', account.id))
    await callTool(client, 'find_campaigns')
    const { connections } = await testApp.run(
      async (ctx) => ({ connections: await apiKeys.listConnections(ctx) }),
      account.id,
    )
    assert.deepEqual(pluck(connections, 'app', 'audience'), [['Test Assistant', 'mcp']])
    const { id = '' } = connections[0] ?? {}
    await assert.rejects(
      testApp.run((ctx) => apiKeys.disconnectApp(ctx, id)),
      /Check the path and the id/,
    )
    await testApp.run((ctx) => apiKeys.disconnectApp(ctx, id), account.id)
    await assert.rejects(client.listTools())
    assert.deepEqual(await testApp.run((ctx) => apiKeys.listConnections(ctx), account.id), [])
  })

  it('gets one row of a client for two consents at the same instant', async () => {
    const { account } = await testApp.createOtherAccount()
    const user = await createUser('admin', account.id)
    const { client_id } = apiKeys.registerClient(testApp.deployment, {
      name: 'Twice',
      redirect_uris: ['https://app.example.com/cb'],
    })
    const consent = () =>
      testApp.run(
        (ctx) =>
          apiKeys.createAuthorizationCode(ctx, {
            account_id: account.id,
            client_id,
            user_id: user.id,
            scopes: ['campaigns:read'],
            audience: 'mcp',
            redirect_uri: 'https://app.example.com/cb',
            code_challenge: 'x'.repeat(43),
          }),
        account.id,
      )
    await Promise.all([consent(), consent(), consent()])
    const rows = await testApp.run(
      (ctx) =>
        ctx.query('select id from access.oauth_client where account_id = $1', [ctx.account_id]),
      account.id,
    )
    assert.equal(rows.length, 1)
    assert.deepEqual(await testApp.run((ctx) => apiKeys.listOAuthClients(ctx), account.id), [])
    const future = new Date(Date.now() + 200 * 24 * 3600 * 1000)
    await testApp.run((ctx) => apiKeys.purgeExpiredGrants({ ...ctx, now: future }), '*')
    const left = await testApp.run(
      (ctx) =>
        ctx.query('select id from access.oauth_client where account_id = $1', [ctx.account_id]),
      account.id,
    )
    assert.equal(left.length, 0, 'an unused client expires')
  })
})

describe('a sender', () => {
  it('may not allow an app', async () => {
    await assert.rejects(signIn({}, await createUser('sender')), /no redirect: 422/)
  })
})

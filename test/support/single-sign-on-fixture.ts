import assert from 'node:assert/strict'
import {
  type AdminClient,
  type AdminResponse,
  type AdminTestApp,
  createAdminClient,
} from '#test/admin-harness'
import type { OpenIdProvider } from '#test/openid-provider'

/** Creates functions that configure the provider of an account and sign members on. */
export function createSingleSignOnFixture(testApp: AdminTestApp, provider: OpenIdProvider) {
  const settings = (more: Record<string, unknown> = {}) => ({
    issuer: provider.issuer,
    client_id: provider.client_id,
    client_secret: provider.client_secret,
    is_required: false,
    password: testApp.admin.password,
    ...more,
  })

  /** Completes a request that the client has started, as the page of the redirect URI does. */
  async function respond(client: AdminClient, url: string): Promise<AdminResponse> {
    const { account_id, query } = await provider.authorize(url)
    return client.post('/session/single-sign-on/response', { account_id, query })
  }

  async function start(client: AdminClient, email: string): Promise<string> {
    const { status, json } = await client.post('/session/single-sign-on', { email })
    assert.equal(status, 200)
    return json.url
  }

  return {
    settings,
    respond,
    start,
    async configure(more: Record<string, unknown> = {}) {
      const client = await testApp.signIn(testApp.admin)
      const saved = await client.put('/single-sign-on', settings(more))
      assert.equal(saved.status, 200, saved.text)
      return { client, saved }
    },
    /** Tests the provider. After the test, the account can require single sign-on. */
    async runTest(client: AdminClient) {
      const { json } = await client.post('/single-sign-on/test')
      return respond(client, json.url)
    },
    /**
     * Signs the person of the provider on in a new browser. A user with a password confirms the
     * first sign-on with the password.
     */
    async signOn(email: string) {
      const client = createAdminClient(testApp.origin)
      const { json } = await respond(client, await start(client, email))
      if (json.outcome !== 'link_pending') return { client, json }
      const { password } = testApp.findCredentials(json.email) ?? { password: '' }
      const confirmation = { email: json.email, password, link_token: json.link_token }
      const confirmed = await client.post('/session', confirmation)
      return { client, json: { ...confirmed.json, outcome: 'signed_in' } }
    },
  }
}

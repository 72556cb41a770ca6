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
  const settings = ({ is_required = false, ...more }: Record<string, unknown> = {}) => ({
    name: 'Provider',
    settings: {
      issuer: provider.issuer,
      client_id: provider.client_id,
      client_secret: provider.client_secret,
      ...more,
    },
    is_required,
    password: testApp.admin.password,
  })

  /** Completes a request that the client has started, as the page of the redirect URI does. */
  async function respond(client: AdminClient, url: string): Promise<AdminResponse> {
    const { path_id, query } = await provider.authorize(url)
    return client.post('/session/single-sign-on/response', { path_id, query })
  }

  async function start(client: AdminClient, email: string): Promise<string> {
    const { status, json } = await client.post('/session/single-sign-on', { email })
    assert.equal(status, 200)
    return json.url
  }

  /** Finds the provider of the account, or adds it. Returns its path. */
  async function pathOf(client: AdminClient): Promise<string> {
    const [found] = (await client.get('/single-sign-on')).json.providers
    if (found !== undefined) return `/single-sign-on/${found.id}`
    const body = { kind: 'openid-connect', name: 'Provider' }
    const added = await client.post('/single-sign-on', body)
    assert.equal(added.status, 201, added.text)
    return `/single-sign-on/${added.json.providers[0].id}`
  }

  /** Saves settings of the provider, in whatever way they end. */
  const save = async (client: AdminClient, body: unknown) => client.put(await pathOf(client), body)

  return {
    settings,
    respond,
    start,
    pathOf,
    save,
    async configure(more: Record<string, unknown> = {}) {
      const client = await testApp.signIn(testApp.admin)
      const saved = await save(client, settings(more))
      assert.equal(saved.status, 200, saved.text)
      return { client, saved }
    },
    /** Tests the provider. After the test, the account can require single sign-on. */
    async runTest(client: AdminClient) {
      const { json } = await client.post(`${await pathOf(client)}/test`)
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

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import * as apiKeys from '#api-keys'
import { createAdminTestApp } from '#test/admin-harness'

/* The tests of apps that act for the account with the consent of a user. */

const testApp = await createAdminTestApp()
const redirect_uri = 'https://app.example.com/callback'

async function connect(daily_cap: number | null = 25): Promise<string> {
  const code_verifier = 'v'.repeat(43)
  const { client_id } = apiKeys.registerClient(testApp.db.deployment, {
    name: 'Assistant',
    redirect_uris: [redirect_uri],
  })
  return testApp.run(async (ctx) => {
    const { code } = await apiKeys.createAuthorizationCode(ctx, {
      account_id: testApp.account.id,
      client_id,
      user_id: testApp.admin.id,
      scopes: ['gift_requests:write', 'campaigns:read'],
      audience: 'mcp',
      daily_cap,
      redirect_uri,
      code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
    })
    const issued = await apiKeys.grantByCode(
      ctx,
      { code, redirect_uri, code_verifier },
      { client_id },
    )
    assert.ok(typeof issued === 'object', String(issued))
    return issued.access_token
  }, '*')
}

const authenticate = apiKeys.createAuthenticator(testApp.db, { stage: 'staging', region: 'us' })

describe('connected apps', () => {
  it('are listed, changed and disconnected, with entries in the audit log', async () => {
    const token = await connect()
    const admin = await testApp.signIn(testApp.admin)
    const { json } = await admin.get('/connected-apps')
    const [app] = json.data
    assert.equal(json.data.length, 1)
    assert.deepEqual(
      [app.app, app.redirect_uri, app.audience, app.daily_cap, app.user.id],
      ['Assistant', redirect_uri, 'mcp', 25, testApp.admin.id],
    )
    const path = `/connected-apps/${app.id}`
    assert.equal((await admin.patch(path, { daily_cap: 0 })).status, 422)
    assert.equal((await admin.patch(path, { daily_cap: 10_001 })).status, 422)
    assert.equal((await admin.patch(path, { daily_cap: 5 })).json.daily_cap, 5)
    const caller = await authenticate(token, {}, 'mcp')
    const quota = () => testApp.run((ctx) => apiKeys.findDailyQuota(ctx, caller?.grant_id ?? ''))
    assert.equal((await quota())?.daily_cap, 5)
    assert.equal((await admin.patch(path, { daily_cap: null })).status, 200)
    assert.equal(await quota(), undefined)
    assert.equal((await admin.post(`${path}/disconnect`)).status, 200)
    assert.equal(await authenticate(token, {}, 'mcp'), undefined)
    assert.deepEqual((await admin.get('/connected-apps')).json.data, [])
    const entries = (await admin.get(`/audit?subject_id=${app.id}`)).json.data
    assert.deepEqual(
      entries.map(({ action }: { action: string }) => action),
      ['app.disconnect', 'app.change_cap', 'app.change_cap'],
    )
  })

  it('of another account do not exist, and senders do not see them', async () => {
    await connect()
    const admin = await testApp.signIn(testApp.admin)
    const [app] = (await admin.get('/connected-apps')).json.data
    const sender = await testApp.signIn(await testApp.createUser('sender'))
    assert.equal((await sender.get('/connected-apps')).status, 403)
    assert.equal((await sender.post(`/connected-apps/${app.id}/disconnect`)).status, 403)
    for (const id of [crypto.randomUUID(), 'x'])
      assert.equal((await admin.post(`/connected-apps/${id}/disconnect`)).status, 404)
    assert.equal((await admin.get('/connected-apps')).json.data.length, 1)
  })
})

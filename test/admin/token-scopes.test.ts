import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as apiKeys from '#api-keys'
import { createDeveloperTestApp } from '#test/developer-harness'

const testApp = await createDeveloperTestApp()
const admin = await testApp.signIn(testApp.admin)
const { password } = testApp.admin
const full = ['*', 'endpoints:write']

const callApi = (token: string, path: string) =>
  testApp.call('GET', path, {
    'service-api-version': '2026-05',
    authorization: `Bearer ${token}`,
  })

const scopesOf = async (id: string, list = '/api-keys') => {
  const { data } = (await admin.get(list)).json
  return data.find((each: { id: string }) => each.id === id).scopes
}

describe('the scopes of an API key', () => {
  it('are full access unless the admin chooses others', async () => {
    const { id } = (await admin.post('/api-keys', { name: 'Shop' })).json
    assert.deepEqual(await scopesOf(id), ['*'])
  })

  it('limit the key, and are in the list and in the audit log', async () => {
    const { status, json } = await admin.post('/api-keys', {
      name: 'Reports',
      scopes: ['events:read', 'campaigns:read', 'events:read'],
    })
    assert.equal(status, 201)
    assert.equal((await callApi(json.token, '/campaigns')).status, 200)
    assert.equal((await callApi(json.token, '/gift_requests')).status, 403)
    assert.deepEqual(await scopesOf(json.id), ['campaigns:read', 'events:read'])
    const [requests] = (await admin.get(`/requests?token_id=${json.id}&status=rejected`)).json.data
    assert.equal(requests.status, 403)
    assert.deepEqual(requests.errors, ['forbidden'])
  })

  it('change at once, and the audit log has them before and after', async () => {
    const { id, token } = (await admin.post('/api-keys', { name: 'CRM' })).json
    const changed = await admin.put(`/api-keys/${id}/scopes`, { scopes: ['events:read'] })
    assert.deepEqual(changed.json, { id, scopes: ['events:read'] })
    assert.equal((await callApi(token, '/campaigns')).status, 403)
    const [entry] = (await admin.get(`/audit?subject_id=${id}`)).json.data
    assert.equal(entry.action, 'token.change_scopes')
    assert.deepEqual(entry.details, {
      before: { scopes: ['*'] },
      after: { scopes: ['events:read'] },
    })
  })

  it('include endpoints:write only with the password of the admin', async () => {
    const key = { name: 'Terraform', scopes: full }
    for (const [more, code] of [
      [{}, 'required'],
      [{ password: 'a guess' }, 'invalid'],
    ] as const) {
      const { status, json } = await admin.post('/api-keys', { ...key, ...more })
      assert.equal(status, 422)
      assert.deepEqual([json.errors[0].code, json.errors[0].param], [code, 'password'])
    }
    const { id } = (await admin.post('/api-keys', { ...key, password })).json
    assert.deepEqual(await scopesOf(id), full)

    const { id: other } = (await admin.post('/api-keys', { name: 'Existing' })).json
    const change = (body: object) => admin.put(`/api-keys/${other}/scopes`, body)
    assert.equal((await change({ scopes: full })).status, 422)
    assert.equal((await change({ scopes: full, password: 'a guess' })).status, 422)
    assert.deepEqual(await scopesOf(other), ['*'])
    assert.equal((await change({ scopes: full, password })).status, 200)
    // a key that has the scope retains it without the password
    assert.equal((await change({ scopes: ['events:read', 'endpoints:write'] })).status, 200)
  })

  it('cannot change for an expired key, a key of another account, and by a sender', async () => {
    const { id } = (await admin.post('/api-keys', { name: 'Old' })).json
    await admin.post(`/api-keys/${id}/expire`)
    const scopes = ['events:read']
    assert.equal((await admin.put(`/api-keys/${id}/scopes`, { scopes })).status, 404)
    const other = await testApp.createAccount('Other', 'enterprise')
    const foreign = await testApp.run((ctx) => apiKeys.createToken(ctx), other.id)
    assert.equal((await admin.put(`/api-keys/${foreign.id}/scopes`, { scopes })).status, 404)
    const sender = await testApp.signIn(testApp.sender)
    assert.equal((await sender.put(`/api-keys/${id}/scopes`, { scopes })).status, 403)
  })

  it('name the unknown scope of a request', async () => {
    const { status, json } = await admin.post('/api-keys', { name: 'X', scopes: ['gifts'] })
    assert.equal(status, 422)
    assert.equal(json.errors[0].param, 'scopes.0')
  })

  it('are those of the last of two changes at the same instant', async () => {
    const { id } = (await admin.post('/api-keys', { name: 'Race' })).json
    const results = await Promise.all(
      ['events:read', 'campaigns:read'].map((scope) =>
        admin.put(`/api-keys/${id}/scopes`, { scopes: [scope] }),
      ),
    )
    assert.deepEqual(
      results.map(({ status }) => status),
      [200, 200],
    )
    const { data } = (await admin.get(`/audit?subject_id=${id}`)).json
    const [last, first] = data.filter(({ action }: Entry) => action === 'token.change_scopes')
    assert.deepEqual(last.details.before, first.details.after)
    assert.deepEqual(await scopesOf(id), last.details.after.scopes)
  })
})

interface Entry {
  action: string
}

describe('the scopes of an OAuth client', () => {
  it('can be chosen and changed, with the password for endpoints:write', async () => {
    const body = { name: 'CRM', kind: 'private', scopes: ['events:read'] }
    const { client_id } = (await admin.post('/oauth-clients', body)).json
    assert.deepEqual(await scopesOf(client_id, '/oauth-clients'), ['events:read'])
    const path = `/oauth-clients/${client_id}/scopes`
    assert.equal((await admin.put(path, { scopes: full })).status, 422)
    assert.equal((await admin.put(path, { scopes: full, password })).status, 200)
    assert.deepEqual(await scopesOf(client_id, '/oauth-clients'), full)
    const [entry] = (await admin.get(`/audit?subject_id=${client_id}`)).json.data
    assert.equal(entry.action, 'oauth_client.change_scopes')
    const unconfirmed = await admin.post('/oauth-clients', { ...body, scopes: full })
    assert.equal(unconfirmed.status, 422)
  })
})

import assert from 'node:assert/strict'
import * as apiKeys from '#api-keys'
import { sensitiveScopes } from '#contract'
import * as gifting from '#gifting'
import { createTestApp, giftBody, type TestApp } from '#test/api-harness'
import { createAttentionFixture } from '#test/attention-fixture'

/** An account that has at least one of each resource that the API can read. */
export interface ReadableAccount {
  testApp: TestApp
  origin: string
  /** A token that has all scopes. */
  token: string
  /** Returns the id of an existing resource for the first parameter of a path such as `/events/{id}`. */
  findId(path: string): Promise<string>
}

export async function createReadableAccount(): Promise<ReadableAccount> {
  const testApp = await createTestApp()
  const origin = await testApp.listen()
  const { token } = await testApp.run((ctx) =>
    apiKeys.createToken(ctx, { scopes: ['*', ...sensitiveScopes] }),
  )
  const headers = { authorization: `Bearer ${token}`, 'service-api-version': '2026-05' }
  const post = async (path: string, body: object, expected = 201) => {
    const json = { ...headers, 'content-type': 'application/json' }
    const { status, text } = await testApp.api.send('POST', path, json, JSON.stringify(body))
    assert.equal(status, expected, text)
    return JSON.parse(text)
  }
  await post('/endpoints', { url: 'https://hooks.larkfield.example/bestow' })
  const gift = await post('/gift_requests', giftBody(testApp))
  await post(`/test_helpers/gift_requests/${gift.id}/advance`, { to: 'redeemed' }, 200)
  await testApp.run((ctx) => gifting.saveThankYouNote(ctx, gift.id, { text: 'Thank you!' }))
  await post('/one_links', { campaign_id: testApp.campaign('one_link').id, quantity: 1 })

  const { check, setState } = createAttentionFixture(testApp)
  const stalled = await post('/gift_requests', giftBody(testApp))
  await setState(stalled.id, 'backordered')
  await check()

  async function findId(path: string): Promise<string> {
    const [list = ''] = path.split('/{')
    if (list === '/gift_requests') return gift.id
    const { status, text, json } = await testApp.api.send('GET', list, headers)
    assert.equal(status, 200, text)
    const [first] = json.data
    assert.ok(first, `the account has nothing at ${list}`)
    return first.id
  }
  return { testApp, origin, token, findId }
}

import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as attention from '#attention'
import { createAdminTestApp } from '#test/admin-harness'

const testApp = await createAdminTestApp()
const leo = await testApp.signIn(testApp.sender)

const unsubscribeUrl = async () => {
  const url = await testApp.run(async (ctx) => attention.unsubscribeUrl(ctx, testApp.sender.id))
  return testApp.origin + new URL(url).pathname
}

it('is changed in the profile, and the audit log says so once', async () => {
  assert.deepEqual((await leo.get('/attention/digest')).json, { is_subscribed: true })
  for (const is_subscribed of [false, false, true])
    assert.deepEqual((await leo.put('/attention/digest', { is_subscribed })).json, {
      is_subscribed,
    })
  const ada = await testApp.signIn(testApp.admin)
  assert.deepEqual((await ada.get('/attention/digest')).json, { is_subscribed: true })
  const log = await ada.get('/audit?limit=20')
  assert.equal(log.text.match(/user\.change_daily_email/g)?.length, 2)
  const pat = await testApp.signIn(await testApp.createUser('packer'))
  assert.equal((await pat.get('/attention/digest')).status, 403)
})

it('ends with one click of a mail client, without a sign-in', async () => {
  const url = await unsubscribeUrl()
  const page = await fetch(url)
  assert.equal(page.status, 200)
  assert.match(await page.text(), /<form method="post"/)
  assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'/)
  assert.deepEqual(
    (await leo.get('/attention/digest')).json,
    { is_subscribed: true },
    'a GET changes nothing',
  )
  const click = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  })
  assert.equal(click.status, 200)
  assert.deepEqual((await leo.get('/attention/digest')).json, { is_subscribed: false })
  const multipart = new FormData()
  multipart.set('List-Unsubscribe', 'One-Click')
  assert.equal((await fetch(url, { method: 'POST', body: multipart })).status, 200)
})

it('rejects links that this deployment has not issued', async () => {
  const url = await unsubscribeUrl()
  for (const token of ['x', '%00', '..%2F', `${url.split('/').at(-1)}A`, 'A'.repeat(4_000)])
    for (const method of ['GET', 'POST']) {
      const { status } = await fetch(`${testApp.origin}/unsubscribe/${token}`, { method })
      assert.ok(status === 404 || status === 414, `${method} ${token.slice(0, 20)}: ${status}`)
    }
})

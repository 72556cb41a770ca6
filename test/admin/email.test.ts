import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createAdminClient, createAdminTestApp } from '#test/admin-harness'

const invitation = { email: 'grace@example.com', name: 'Grace Hopper', role: 'sender' }

describe('an installation without a mail server', () => {
  it('says that email is not set up and how many messages wait', async () => {
    const testApp = await createAdminTestApp({ canSendEmail: false })
    const ada = await testApp.signIn(testApp.admin)
    const status = async () => (await ada.get('/email-status')).json
    assert.deepEqual(await status(), { is_set_up: false, waiting: 0, error: null })
    assert.equal(
      (await createAdminClient(testApp.origin).get('/session')).json.installation.can_send_email,
      false,
    )
    await ada.post('/invitations', invitation)
    assert.deepEqual(await status(), { is_set_up: false, waiting: 1, error: null })
    assert.deepEqual((await ada.get('/overview/attention')).json.email, await status())
    const other = await testApp.createAccount('Orchard')
    const bob = await testApp.signIn(await testApp.createUser('admin', other.id))
    assert.equal((await bob.get('/email-status')).json.waiting, 0, 'each account sees its own')
  })
})

describe('a mail server that takes nothing', () => {
  it('is reported with its last reply, until an email gets through', async () => {
    const testApp = await createAdminTestApp()
    const ada = await testApp.signIn(testApp.admin)
    await ada.post('/invitations', invitation)
    const set = (state: string, attempts: number) =>
      testApp.run((ctx) =>
        ctx.query(
          `update mail.message set state = $1, attempts = $2, error = '535 bad credentials',
             due_at = case when $1 = 'queued' then now() end, sent_at = case when $1 = 'sent' then now() end,
             ended_at = case when $1 = 'sent' then now() end`,
          [state, attempts],
        ),
      )
    const status = async () => (await ada.get('/email-status')).json
    await set('queued', 1)
    assert.equal((await status()).error, null, 'one failed attempt says nothing about the server')
    await set('queued', 4)
    assert.deepEqual(await status(), { is_set_up: true, waiting: 1, error: '535 bad credentials' })
    await set('sent', 5)
    assert.deepEqual(await status(), { is_set_up: true, waiting: 0, error: null })
  })
})

describe('an invitation', () => {
  it('has a link to share, which works, and which a newer link replaces', async () => {
    const testApp = await createAdminTestApp({ canSendEmail: false })
    const ada = await testApp.signIn(testApp.admin)
    const tokenOf = (url: string) => url.split('/invitation#')[1] ?? ''
    const created = await ada.post('/invitations', invitation)
    assert.equal(tokenOf(created.json.url), await testApp.findLastEmailToken(invitation.email))
    const fetchPage = async (url: string) =>
      (await createAdminClient(testApp.origin).post('/invitation/look', { token: tokenOf(url) }))
        .status
    assert.equal(await fetchPage(created.json.url), 200)
    const copied = await ada.post(`/invitations/${created.json.id}/link`)
    assert.equal(await fetchPage(copied.json.url), 200)
    assert.equal(await fetchPage(created.json.url), 404)
    const listed = await ada.get('/invitations')
    assert.doesNotMatch(listed.text, new RegExp(tokenOf(copied.json.url)))
    const log = await ada.get('/audit')
    assert.match(log.text, /person\.copy_invitation_link/)
    assert.doesNotMatch(log.text, new RegExp(tokenOf(copied.json.url)), 'links stay out of the log')
    const leo = await testApp.signIn(testApp.sender)
    assert.equal((await leo.post(`/invitations/${copied.json.id}/link`)).status, 403)
  })
})

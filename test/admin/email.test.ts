import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createAdminClient, createAdminTestApp } from '#test/admin-harness'

const invitation = { email: 'grace@example.com', name: 'Grace Hopper', role: 'sender' }

describe('a deployment without a mail server', () => {
  it('reports that email is not configured and how many emails are queued', async () => {
    const testApp = await createAdminTestApp({ canSendEmail: false })
    const ada = await testApp.signIn(testApp.admin)
    const status = async () => (await ada.get('/email-status')).json
    assert.deepEqual(await status(), { is_configured: false, queued: 0, error: null })
    assert.equal(
      (await createAdminClient(testApp.origin).get('/session')).json.deployment.can_send_email,
      false,
    )
    await ada.post('/invitations', invitation)
    assert.deepEqual(await status(), { is_configured: false, queued: 1, error: null })
    assert.deepEqual((await ada.get('/overview/attention')).json.email, await status())
    const other = await testApp.createAccount('Orchard')
    const bob = await testApp.signIn(await testApp.createUser('admin', other.id))
    assert.equal((await bob.get('/email-status')).json.queued, 0, 'each account has its own queue')
  })
})

describe('a mail server that rejects everything', () => {
  it('is reported with its last reply until an email is sent', async () => {
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
    assert.equal((await status()).error, null, 'one failed attempt is not reported')
    await set('queued', 4)
    assert.deepEqual(await status(), {
      is_configured: true,
      queued: 1,
      error: '535 bad credentials',
    })
    await set('sent', 5)
    assert.deepEqual(await status(), { is_configured: true, queued: 0, error: null })
  })
})

describe('an invitation', () => {
  it('has a link to share, which a newer link replaces', async () => {
    const testApp = await createAdminTestApp({ canSendEmail: false })
    const ada = await testApp.signIn(testApp.admin)
    const tokenFromUrl = (url: string) => url.split('/invitation#')[1] ?? ''
    const created = await ada.post('/invitations', invitation)
    const mailed = await testApp.findLastEmailToken(invitation.email)
    assert.notEqual(tokenFromUrl(created.json.url), mailed)
    const previewInvitation = async (url: string) =>
      (
        await createAdminClient(testApp.origin).post('/invitation/preview', {
          token: tokenFromUrl(url),
        })
      ).status
    assert.equal(await previewInvitation(created.json.url), 200)
    const copied = await ada.post(`/invitations/${created.json.id}/link`)
    assert.equal(await previewInvitation(copied.json.url), 200)
    assert.equal(await previewInvitation(created.json.url), 404)
    const listed = await ada.get('/invitations')
    assert.doesNotMatch(listed.text, new RegExp(tokenFromUrl(copied.json.url)))
    const log = await ada.get('/audit')
    assert.match(log.text, /user\.copy_invitation_link/)
    assert.doesNotMatch(
      log.text,
      new RegExp(tokenFromUrl(copied.json.url)),
      'the audit log has no link',
    )
    const leo = await testApp.signIn(testApp.sender)
    assert.equal((await leo.post(`/invitations/${copied.json.id}/link`)).status, 403)
  })
})

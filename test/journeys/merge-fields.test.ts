import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import * as email from '#email'
import * as oneLinks from '#one-links'
import { pluck } from '#test/pluck'

import { createRecipientBrowser } from '#test/recipient-browser'
import { createRedeemTestApp } from '#test/redeem-harness'

const testApp = await createRedeemTestApp()
const { api } = testApp
const origin = await testApp.listen()
const byEmail = testApp.campaign('email').id
const byOneLink = testApp.campaign('one_link').id

const patch = (path: string, body: object) =>
  api.send(
    'PATCH',
    path,
    { ...api.defaultHeaders, 'content-type': 'application/json' },
    JSON.stringify(body),
  )
const email_message = {
  subject: 'For you, {first_name}',
  body: 'Dear {first_name} {last_name}, in {2026} we thank you. { }',
}
const filled = { subject: 'For you, Ada', body: 'Dear Ada Larkin, in {2026} we thank you. { }' }
const french = { subject: 'Pour vous, {first_name}', body: 'Chère {first_name},' }

before(async () => {
  for (const id of [byEmail, byOneLink])
    assert.deepEqual((await patch(`/campaigns/${id}`, { email_message })).json.errors, undefined)
  const { status } = await patch(`/campaigns/${byEmail}/settings`, { translations: { fr: french } })
  assert.equal(status, 200)
})

async function findInvitation(gift_request_id: string) {
  await testApp.advanceTime()
  const emails = await testApp.run((ctx) => email.list(ctx, { gift_request_id }))
  const first = emails.find(({ kind }) => kind === 'invitation' || kind === 'announcement')
  assert.ok(first)
  const found = await testApp.run((ctx) => email.find(ctx, first.id))
  return found?.rendered
}

const create = (body: object = {}) =>
  api.post('/gift_requests', {
    campaign_id: byEmail,
    recipient: { first_name: 'Ada', last_name: 'Larkin', email: 'ada@example.com' },
    ...body,
  })

it('fills the message of the campaign in the API, in the email and on the page', async () => {
  const { json } = await create()
  assert.deepEqual(json.email_message, filled)
  const invitation = await findInvitation(json.id)
  assert.equal(invitation?.subject, filled.subject)
  assert.match(invitation?.text ?? '', /Dear Ada Larkin, in \{2026\}/)
  const { json: sent } = await api.get(`/gift_requests/${json.id}`)
  const page = await createRecipientBrowser(origin, { 'accept-language': 'en' }).open(
    new URL(sent.redemption_url).pathname,
  )
  assert.match(page.visibleText, /Dear Ada Larkin/)
})

it('fills the translation, in the email and on the page', async () => {
  const { json } = await create({ locale: 'fr' })
  const invitation = await findInvitation(json.id)
  assert.equal(invitation?.subject, 'Pour vous, Ada')
  assert.match(invitation?.text ?? '', /Chère Ada,/)
  const { json: sent } = await api.get(`/gift_requests/${json.id}`)
  const page = await createRecipientBrowser(origin, { 'accept-language': 'fr' }).open(
    new URL(sent.redemption_url).pathname,
  )
  assert.match(page.visibleText, /Chère Ada,/)
})

it('fills a message of the gift itself once, on one line', async () => {
  const recipient = { first_name: '{last_name}', last_name: 'Larkin', email: 'l@example.com' }
  const { json } = await create({ email_message: { ...email_message, body: 'Hi' }, recipient })
  assert.equal(json.email_message.subject, 'For you, {last_name}')
  assert.equal((await findInvitation(json.id))?.subject, 'For you, {last_name}')
})

it('fills the message for the visitor who claims a place of a one-link', async () => {
  const link = await testApp.run((ctx) =>
    oneLinks.create(ctx, { campaign_id: byOneLink, quantity: 1 }, [], {
      require_confirmation: false,
      has_waiting_list: false,
    }),
  )
  const claimed = await testApp.run((ctx) =>
    oneLinks.claim(ctx, link.id, {
      first_name: 'Ada',
      last_name: 'Larkin',
      email: 'ada.fair@example.com',
    }),
  )
  assert.ok(claimed?.outcome === 'claimed')
  const { json } = await api.get(`/gift_requests/${claimed.gift.id}`)
  assert.deepEqual(json.email_message, filled)
})

it('refuses unknown fields, and fields on pages without a recipient, when a campaign is saved', async () => {
  const refused = async (path: string, body: object, param: string) => {
    const { status, json } = await patch(path, body)
    assert.equal(status, 422, JSON.stringify(json))
    assert.deepEqual(pluck(json.errors, 'param'), [param])
  }
  const unknown = { ...email_message, subject: 'Hi {firstname}' }
  await refused(`/campaigns/${byEmail}`, { email_message: unknown }, 'email_message.subject')
  await refused(
    `/campaigns/${byEmail}`,
    { theme: { headline: 'Hi {first_name}' } },
    'theme.headline',
  )
  const settings = `/campaigns/${byEmail}/settings`
  const de = { subject: 'Hallo', body: 'Liebe {vorname}' }
  await refused(settings, { translations: { de } }, 'translations.de.body')
})

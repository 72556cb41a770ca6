import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as email from '#email'
import { createRecipientBrowser } from '#test/recipient-browser'
import { createRedeemTestApp } from '#test/redeem-harness'

const testApp = await createRedeemTestApp()
const { api } = testApp
const origin = await testApp.listen()
const campaignId = testApp.campaign('email').id
const settingsPath = `/campaigns/${campaignId}/settings`
const browserFor = (language: string) =>
  createRecipientBrowser(origin, { 'accept-language': language })
const setTranslations = (translations: object) =>
  api.send(
    'PATCH',
    settingsPath,
    { ...api.defaultHeaders, 'content-type': 'application/json' },
    JSON.stringify({ translations }),
  )

const french = {
  subject: 'Un cadeau vous attend',
  body: 'Merci pour votre confiance.',
  headline: 'Bienvenue à bord',
  message: 'Choisissez celui qui vous plaît.',
}

it('shows the texts of the campaign in the language of the page', async () => {
  const { status, json } = await setTranslations({ fr: french, ar: { headline: 'أهلًا' } })
  assert.equal(status, 200, JSON.stringify(json))
  assert.deepEqual(json.translations, { ar: { headline: 'أهلًا' }, fr: french })
  const gift = await testApp.createGift({ campaign_id: campaignId })
  const visitor = browserFor('fr')
  const closed = await visitor.open(gift.path)
  assert.match(closed.text, /<p class="headline" dir="auto">Bienvenue à bord/)
  assert.match(closed.visibleText, /Merci pour votre confiance\./)
  const arabic = await browserFor('ar').open(gift.path)
  assert.match(arabic.text, /<p class="headline" dir="auto">أهلًا/)
  assert.match(arabic.text, /<div lang="en[^"]*" dir="auto"><p class="lines"/)
  const choices = await visitor.submit(closed, 'open')
  assert.match(choices.visibleText, /Choisissez celui qui vous plaît\./)
})

it('shows the other script of Chinese instead of the language of the campaign', async () => {
  const traditional = { headline: '歡迎' }
  const simplified = { headline: '欢迎' }
  const open = async (language: string) => {
    const { path } = await testApp.createGift({ campaign_id: campaignId })
    return (await browserFor(language).open(path)).visibleText
  }
  await setTranslations({ fr: french, zh: simplified })
  assert.match(await open('zh-TW'), /欢迎/)
  await setTranslations({ fr: french, zh: simplified, 'zh-Hant': traditional })
  assert.match(await open('zh-TW'), /歡迎/)
  assert.match(await open('zh-CN'), /欢迎/)
  await setTranslations({ fr: french, 'zh-Hant': traditional })
  assert.match(await open('zh-CN'), /歡迎/)
})

it('does not show the subheading in another language, because the page has one', async () => {
  const gift = await testApp.createGift({ campaign_id: campaignId })
  const english = browserFor('en')
  const campaign = await api.get(`/campaigns/${campaignId}`)
  const { message } = campaign.json.theme
  const polish = browserFor('pl')
  const polishChoices = await polish.submit(await polish.open(gift.path), 'open')
  assert.ok(!polishChoices.visibleText.includes(message), polishChoices.visibleText)
  assert.ok((await english.open(gift.path)).visibleText.includes(message))
})

it('keeps the message of a gift that has one of its own', async () => {
  const email_message = { subject: 'For you', body: 'Only for Ada.' }
  const gift = await testApp.createGift({ campaign_id: campaignId, email_message })
  const page = await browserFor('fr').open(gift.path)
  assert.match(page.visibleText, /Only for Ada\./)
  assert.doesNotMatch(page.visibleText, /Merci pour votre confiance/)
  assert.match(page.visibleText, /Bienvenue à bord/)
})

it('sends the invitation in the language of the recipient', async () => {
  const { json } = await api.post('/gift_requests', {
    campaign_id: campaignId,
    locale: 'fr',
    recipient: { first_name: 'Ada', last_name: 'Larkin', email: 'ada.fr@example.com' },
  })
  await testApp.advanceTime()
  const emails = await testApp.run((ctx) => email.list(ctx, { gift_request_id: json.id }))
  const [invitation] = emails.filter(({ kind }) => kind === 'invitation')
  assert.ok(invitation)
  assert.equal(invitation.subject, french.subject)
  const shown = await testApp.run((ctx) => email.find(ctx, invitation.id))
  assert.equal(shown?.rendered?.subject, french.subject)
  assert.match(shown?.rendered?.html ?? '', /Merci pour votre confiance\./)
  assert.match(shown?.rendered?.html ?? '', /Bienvenue à bord/)
})

it('rejects an unknown language, half an email and texts that are too long', async () => {
  for (const [translations, code, param] of [
    [{ tlh: { headline: 'nuqneH' } }, 'invalid', 'translations.tlh'],
    [{ fr: { subject: 'Seul' } }, 'required', 'translations.fr.body'],
    [{ fr: { body: 'Seul' } }, 'required', 'translations.fr.subject'],
    [{ fr: { headline: 'x'.repeat(121) } }, 'too_long', 'translations.fr.headline'],
    [{ fr: { title: 'x' } }, 'unknown_parameter', 'translations.fr.title'],
  ] as const) {
    const { status, json } = await setTranslations(translations)
    assert.equal(status, 422, JSON.stringify(translations))
    assert.deepEqual([json.errors[0].code, json.errors[0].param], [code, param])
  }
})

it('removes empty texts, and copies translations with the campaign', async () => {
  const { json } = await setTranslations({ fr: { headline: ' ', message: 'Salut' }, de: {} })
  assert.deepEqual(json.translations, { fr: { message: 'Salut' } })
  const copy = await api.post(`/campaigns/${campaignId}/copy`, { name: 'Copy' })
  const settings = await api.get(`/campaigns/${copy.json.id}/settings`)
  assert.deepEqual(settings.json.translations, { fr: { message: 'Salut' } })
})

import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as accounts from '#accounts'
import * as email from '#email'
import { createRecipientBrowser } from '#test/recipient-browser'
import { createRedeemTestApp } from '#test/redeem-harness'

const testApp = await createRedeemTestApp()
const { api } = testApp
const origin = await testApp.listen()
const campaignId = testApp.campaign('email').id
const { products } = (await api.get(`/campaigns/${campaignId}`)).json
const [first, second] = products
const browserFor = (language: string) =>
  createRecipientBrowser(origin, { 'accept-language': language })
const patch = (path: string, body: object) =>
  api.send(
    'PATCH',
    path,
    { ...api.defaultHeaders, 'content-type': 'application/json' },
    JSON.stringify(body),
  )
const translate = async (path: string, translations: object) => {
  const { status, json } = await patch(path, { translations })
  assert.equal(status, 200, JSON.stringify(json))
  return json
}

const setSettings = (settings: Partial<accounts.Settings>) =>
  testApp.run((ctx) => accounts.updateSettings(ctx, settings, () => undefined))

/** Opens a gift. Returns the page on which the recipient chooses. */
async function openChoices(language: string, overrides: object = {}) {
  const gift = await testApp.createGift({ campaign_id: campaignId, ...overrides })
  const browser = browserFor(language)
  const choices = await browser.submit(await browser.open(gift.path), 'open')
  return { gift, browser, choices }
}

it('shows items in the language of the page, and names the language of other texts', async () => {
  await setSettings({ catalogue_language: 'en' })
  const [variant] = first.variants
  const saved = await translate(`/products/${first.id}`, {
    de: { name: 'Handgemachte Kerze', description: 'Brennt vierzig Stunden.' },
    pl: { description: 'Pali się czterdzieści godzin.' },
    fr: { name: ' ' },
  })
  assert.deepEqual(Object.keys(saved.translations), ['de', 'pl'])
  await translate(`/variants/${variant.id}`, { de: { name: 'Handgemachte Kerze, Feige' } })

  const { choices } = await openChoices('de')
  assert.match(choices.text, /<span class="about">Brennt vierzig Stunden\.<\/span>/)
  assert.match(choices.text, /Handgemachte Kerze/)
  assert.match(choices.text, new RegExp(`<span class="what" lang="en" dir="auto">${second.name}`))

  const polish = (await openChoices('pl')).choices.text
  assert.match(polish, /<span class="about">Pali się czterdzieści godzin\.<\/span>/)
  assert.match(polish, new RegExp(`lang="en" dir="auto">${first.name}`))

  const english = (await openChoices('en')).choices.text
  assert.match(english, new RegExp(`<span class="what">${first.name}`))
  assert.ok(!english.includes('Kerze'))
})

it('confirms, tracks and emails the item in the language of the recipient', async () => {
  const { gift, browser, choices } = await openChoices('de', { locale: 'de' })
  const [variant] = first.variants
  const address = await browser.submit(choices, 'choose', { variant: variant.id })
  assert.match(address.text, /<bdi>Handgemachte Kerze, Feige<\/bdi>/)
  const review = await browser.submit(address, 'address', {
    name: 'Ada Larkin',
    line_1: 'Hafenstraße 4',
    city: 'Hamburg',
    postal_code: '20359',
    country: 'DE',
  })
  const done = await browser.submit(review, 'review', {}, ['do', 'redeem'])
  assert.match(done.visibleText, /Handgemachte Kerze, Feige/)

  await testApp.advanceTime()
  const emails = await testApp.run((ctx) => email.list(ctx, { gift_request_id: gift.id }))
  const confirmation = emails.find(({ kind }) => kind === 'redeemed')
  assert.ok(confirmation)
  const shown = await testApp.run((ctx) => email.find(ctx, confirmation.id))
  assert.equal(shown?.rendered?.language, 'de')
  assert.match(shown?.rendered?.html ?? '', /Handgemachte Kerze, Feige/)
  assert.match(shown?.rendered?.text ?? '', /Handgemachte Kerze, Feige/)

  const { json } = await api.get(`/gift_requests/${gift.id}`)
  assert.ok(!JSON.stringify(json.line_items).includes('Kerze'), 'the contract has default texts')
})

it('keeps the name that the sender sent if the product is renamed and translated later', async () => {
  const { gift } = await openChoices('de')
  const [variant] = first.variants
  const name = `${first.name}, large`
  assert.equal((await patch(`/variants/${variant.id}`, { name })).status, 200)
  const page = await browserFor('de').open(gift.path)
  assert.doesNotMatch(page.text, /Handgemachte Kerze, Feige/)
  assert.equal((await patch(`/variants/${variant.id}`, { name: variant.name })).status, 200)
})

it('shows the texts of pictures in the language of the page, and forgets those of removed pictures', async () => {
  const [image] = first.images
  const images = [{ url: image.url, name: 'Eine Kerze im Glas' }]
  const saved = await translate(`/products/${first.id}`, { de: { name: 'Kerze', images } })
  assert.deepEqual(saved.translations.de.images, images)
  const other = [{ url: 'https://example.com/other.png', name: 'Fremd' }]
  const without = await translate(`/products/${first.id}`, { de: { name: 'Kerze', images: other } })
  assert.deepEqual(without.translations, { de: { name: 'Kerze' } })
})

it('rejects unknown languages, unknown members and texts that are too long', async () => {
  for (const [translations, code, param] of [
    [{ tlh: { name: 'puq' } }, 'invalid', 'translations.tlh'],
    [{ de: { name: 'x'.repeat(256) } }, 'too_long', 'translations.de.name'],
    [{ de: { title: 'x' } }, 'unknown_parameter', 'translations.de.title'],
    [{ de: 'Kerze' }, 'invalid', 'translations.de'],
  ] as const) {
    const { status, json } = await patch(`/products/${first.id}`, { translations })
    assert.equal(status, 422, JSON.stringify(json))
    assert.deepEqual([json.errors[0].code, json.errors[0].param], [code, param])
  }
  const { json } = await patch(`/variants/${first.variants[0].id}`, {
    translations: { de: { description: 'x' } },
  })
  assert.equal(json.errors[0].param, 'translations.de.description')
  const unknown = await patch(`/variants/${first.variants[0].id}`, { translations: { xx: {} } })
  assert.equal(unknown.json.errors[0].param, 'translations.xx')
})

it('keeps the translations of a product when another member changes', async () => {
  const { json } = await patch(`/products/${first.id}`, { description: 'Another text.' })
  assert.deepEqual(json.translations, { de: { name: 'Kerze' } })
  assert.equal(json.variants[0].translations.de.name, 'Handgemachte Kerze, Feige')
})

it('keeps both when two requests translate variants of a product at the same instant', async () => {
  const [one, two] = second.variants.length > 1 ? second.variants : first.variants
  assert.ok(two, 'a product has two variants')
  await Promise.all([
    translate(`/variants/${one.id}`, { it: { name: 'Uno' } }),
    translate(`/variants/${two.id}`, { it: { name: 'Due' } }),
  ])
  const names = await Promise.all(
    [one, two].map(async ({ id }) => (await api.get(`/variants/${id}`)).json.translations.it.name),
  )
  assert.deepEqual(names, ['Uno', 'Due'])
})

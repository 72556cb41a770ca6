import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as accounts from '#accounts'
import * as email from '#email'
import { createRecipientBrowser } from '#test/recipient-browser'
import { createRedeemTestApp } from '#test/redeem-harness'

const testApp = await createRedeemTestApp()
const { api } = testApp
const origin = await testApp.listen()
const campaign_id = testApp.campaign('email').id
const browser = createRecipientBrowser(origin, { 'accept-language': 'de' })

const setAccountTone = (tone: accounts.Settings['tone']) =>
  testApp.run((ctx) => accounts.updateSettings(ctx, { tone }, () => undefined))
const setCampaignTone = async (tone: string | null) => {
  const { status, json } = await api.send(
    'PATCH',
    `/campaigns/${campaign_id}/settings`,
    { ...api.defaultHeaders, 'content-type': 'application/json' },
    JSON.stringify({ tone }),
  )
  assert.equal(status, 200, JSON.stringify(json))
  return json
}

/** Returns the texts of the first page and of the first email of a gift. */
async function readGift() {
  const gift = await testApp.createGift({ campaign_id, locale: 'de' })
  const [invitation] = await testApp.run((ctx) => email.list(ctx, { gift_request_id: gift.id }))
  const shown = await testApp.run((ctx) => email.find(ctx, invitation?.id ?? ''))
  const page = await browser.open(gift.path)
  return { page: page.visibleText, text: shown?.rendered?.text ?? '' }
}

describe('the tone of texts', () => {
  it('is the usual one of the language without a setting', async () => {
    const { page, text } = await readGift()
    assert.match(page, /Sie können es bis zum/)
    assert.match(text, /Sie erhalten diese E-Mail/)
  })

  it('is the tone of the account, on pages and in emails', async () => {
    await setAccountTone('informal')
    const { page, text } = await readGift()
    assert.match(page, /Du kannst es bis zum/)
    assert.match(text, /Du erhältst diese E-Mail/)
    assert.doesNotMatch(page, /\bSie\b/)
  })

  it('is the tone of the campaign if it has one', async () => {
    assert.equal((await setCampaignTone('formal')).tone, 'formal')
    const { page, text } = await readGift()
    assert.match(page, /Sie können es bis zum/)
    assert.match(text, /Sie erhalten diese E-Mail/)
    assert.equal((await setCampaignTone(null)).tone, null)
    assert.match((await readGift()).page, /Du kannst es bis zum/)
  })

  it('does not change when another setting of the campaign changes', async () => {
    await setCampaignTone('informal')
    const { json } = await api.send(
      'PATCH',
      `/campaigns/${campaign_id}/settings`,
      { ...api.defaultHeaders, 'content-type': 'application/json' },
      JSON.stringify({ time_zone: 'Europe/Berlin' }),
    )
    assert.equal(json.tone, 'informal')
  })

  it('also applies to one-links', async () => {
    await setAccountTone('informal')
    const { path } = await testApp.createOneLink()
    const page = await browser.open(path)
    assert.match(page.visibleText, /Sag uns, wer du bist/)
  })

  it('must be formal, informal or null', async () => {
    const { status, json } = await api.send(
      'PATCH',
      `/campaigns/${campaign_id}/settings`,
      { ...api.defaultHeaders, 'content-type': 'application/json' },
      JSON.stringify({ tone: 'rude' }),
    )
    assert.equal(status, 422)
    assert.equal(json.errors[0].param, 'tone')
  })
})

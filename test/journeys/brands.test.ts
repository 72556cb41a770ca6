import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as accounts from '#accounts'
import * as catalogue from '#catalogue'
import * as mail from '#email'
import { captureTransport } from '#platform/lib/mail-transport'
import { eventually } from '#test/eventually'
import { createRedeemTestApp } from '#test/redeem-harness'

/* Two brands in one installation: nothing of one appears in the pages and emails of the other. */

interface Brand {
  name: string
  color: string
  host: string
}

const acorn: Brand = { name: 'Acorn Confections', color: '#0b5d3b', host: 'acorn.example' }
const birch: Brand = { name: 'Birch & Sons', color: '#8a1c4f', host: 'birch.example' }

const testApp = await createRedeemTestApp()
const other = await testApp.createOtherAccount()
type Api = typeof testApp.api

/** Sets the brand of an account, whose campaigns have no colour and no logo of their own. */
const applyTheme = ({ name, color, host }: Brand, account_id: string) =>
  testApp.run(async (ctx) => {
    const logo_url = `https://${host}/logo.png`
    const brand = { name, sender_name: name, brand_color: color, logo_url }
    await accounts.updateSettings(ctx, brand, () => {})
    const theme = {
      color: '#7a2e6d',
      logo_url: `/images/${catalogue.defaultLogoFile}`,
      headline: `A present from ${name}`,
    }
    await ctx.query(
      'update campaigns.campaign set theme = theme || $2::jsonb where account_id = $1',
      [account_id, JSON.stringify(theme)],
    )
  }, account_id)

async function createGift(api: Api): Promise<{ id: string; path: string }> {
  const { data } = (await api.get('/campaigns')).json
  const { id: campaign_id } = data.find(
    (each: { invitation_method: string; state: string }) =>
      each.invitation_method === 'email' && each.state === 'available',
  )
  const recipient = { first_name: 'Ada', last_name: 'King', email: 'ada@recipient.example' }
  const { json, text } = await api.post('/gift_requests', { campaign_id, recipient })
  assert.ok(json.id, text)
  const url = await eventually(async () => {
    await testApp.advanceTime()
    return (await api.get(`/gift_requests/${json.id}`)).json.redemption_url as string | null
  })
  return { id: json.id, path: new URL(url).pathname }
}

/** Returns everything that a recipient of the brand sees: the pages of a gift, and its emails. */
async function readEverything(api: Api, account_id: string): Promise<string> {
  const { id, path } = await createGift(api)
  const pages = await Promise.all(
    ['', '/card', '/decline', '/help', '/nothing'].map((page) =>
      testApp.app.inject({ method: 'GET', url: `${path}${page}` }),
    ),
  )
  assert.equal(pages[0]?.statusCode, 200)
  const from = { name: 'Bestow', email: 'gifts@bestow.example' }
  const config = { from, bounceAddress: undefined }
  const emails = await testApp.run(async (ctx) => {
    const messages = await mail.list(ctx, { gift_request_id: id })
    return Promise.all(messages.map((each) => mail.findOutgoing(ctx, each.id, config)))
  }, account_id)
  assert.ok(emails.length > 0)
  await mail.sendDue(testApp.db, captureTransport, config)
  return JSON.stringify([pages.map(({ body, headers }) => [body, headers]), emails])
}

const marksOf = ({ name, color, host }: Brand) => [name.split(' ')[0] ?? '', color, host]

it('shows nothing of one brand in the pages and emails of another', async () => {
  await applyTheme(acorn, testApp.account.id)
  await applyTheme(birch, other.account.id)
  const ofAcorn = await readEverything(testApp.api, testApp.account.id)
  const ofBirch = await readEverything(other.api, other.account.id)
  for (const [text, own, foreign] of [
    [ofAcorn, acorn, birch],
    [ofBirch, birch, acorn],
  ] as const) {
    for (const mark of marksOf(own)) assert.ok(text.includes(mark), `${own.name} lacks ${mark}`)
    for (const mark of marksOf(foreign))
      assert.ok(!text.toLowerCase().includes(mark.toLowerCase()), `${own.name} shows ${mark}`)
  }
})

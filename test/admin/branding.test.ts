import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { before, describe, it } from 'node:test'
import * as catalogue from '#catalogue'
import { type AdminClient, createAdminTestApp } from '#test/admin-harness'

/* The tests of the preview of unsaved branding: a gift of the account in a chosen colour scheme. */

const testApp = await createAdminTestApp()
const { origin } = testApp
let admin: AdminClient
before(async () => {
  admin = await testApp.signIn(testApp.admin)
})

/** Opens the preview before the catalogue has items. Then adds some items. */
async function previewEmptyCatalogue() {
  const empty = await admin.post('/account/branding-preview', branding)
  await testApp.run((ctx) => catalogue.createDemoCatalogue(ctx))
  return empty
}

const branding = { brand_color: '#1c6e5b', logo_url: 'https://cdn.example/logo.png' }

async function openPreview(token: string, show: string, scheme?: string) {
  const body = new URLSearchParams({ token, show, ...(scheme && { scheme }) })
  const response = await fetch(`${origin}/preview`, { method: 'POST', body })
  const policy = response.headers.get('content-security-policy') ?? ''
  return { status: response.status, policy, text: await response.text() }
}

describe('the preview of branding', () => {
  it('needs an item of the catalogue', async () => {
    assert.deepEqual((await previewEmptyCatalogue()).json, { subject: '', token: null })
  })

  it('shows the colour and the logo on the page and in the email, and saves nothing', async () => {
    const saved = (await admin.get('/account')).json
    const { status, json } = await admin.post('/account/branding-preview', branding)
    assert.equal(status, 200)
    assert.match((await openPreview(json.token, 'page')).text, /--brand:#1c6e5b/)
    assert.match((await openPreview(json.token, 'choose')).text, /--brand:#1c6e5b/)
    const { text: email } = await openPreview(json.token, 'mail')
    assert.match(email, /#1c6e5b/i)
    assert.match(email, /https:\/\/cdn\.example\/logo\.png/)
    assert.deepEqual((await admin.get('/account')).json, saved)
  })

  it('has the default design without settings, in the language of the user', async () => {
    const { json } = await admin.post('/account/branding-preview', {
      brand_color: null,
      logo_url: null,
      language: 'de',
    })
    assert.match((await openPreview(json.token, 'page')).text, /<html lang="de"/)
    assert.match((await openPreview(json.token, 'page')).text, /--brand:#7a2459/)
  })

  for (const show of ['page', 'choose', 'mail'])
    it(`shows the ${show} in each colour scheme, with a policy that allows its styles`, async () => {
      const { json } = await admin.post('/account/branding-preview', branding)
      const texts = new Set<string>()
      for (const scheme of ['light', 'dark']) {
        const { status, text, policy } = await openPreview(json.token, show, scheme)
        assert.equal(status, 200)
        assert.doesNotMatch(
          text,
          /prefers-color-scheme|content="light dark"|<link rel="stylesheet"/,
        )
        if (!policy.includes(`style-src 'unsafe-inline'`))
          for (const [, css = ''] of text.matchAll(/<style>([\s\S]*?)<\/style>/g)) {
            const hash = createHash('sha256').update(css).digest('base64')
            assert.ok(policy.includes(`'sha256-${hash}'`))
          }
        texts.add(text)
      }
      assert.equal(texts.size, 2)
    })

  it('is for admins, and rejects invalid colours', async () => {
    const sender = await testApp.signIn(testApp.sender)
    assert.equal((await sender.post('/account/branding-preview', branding)).status, 403)
    const invalid = await admin.post('/account/branding-preview', {
      ...branding,
      brand_color: 'red',
    })
    assert.equal(invalid.status, 422)
    assert.equal(invalid.json.errors[0].param, 'brand_color')
  })
})

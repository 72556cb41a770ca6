import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import * as accounts from '#accounts'
import { shippingFromConfig } from '#app/shipping'
import { createSmtpTransport } from '#connectors/smtp'
import * as mail from '#email'
import { createAdminTestApp } from '#test/admin-harness'
import { openBrowser } from '#test/chromium'
import { startSmtpServer } from '#test/smtp-server'
import {
  assertAccessibleAndFits,
  ensureWebApp,
  openSignedInPage,
  waitForHeading,
} from '#test/web-app-page'
import { startZoneServer } from '#test/zone-server'

before(ensureWebApp)
const zone = await startZoneServer()
const smtp = await startSmtpServer()
after(() => Promise.all([smtp.close(), zone.close()]))
const testApp = await createAdminTestApp({
  nameServers: [zone.address],
  shipping: shippingFromConfig({
    ...{ stage: 'staging', carrier: 'manual', simulator: 'manual', easyPost: undefined },
    webhookAllowPrivate: true,
  }),
  installationMail: {
    config: { from: { name: 'Bestow', email: 'gifts@bestow.example' }, bounceAddress: undefined },
    open: () => createSmtpTransport({ url: smtp.url, tls: 'none', maxConnections: 1 }),
  },
})
const browser = await openBrowser()

it('an admin sets an address, corrects its records, tests it and uses it', async () => {
  const opened = await openSignedInPage(browser, testApp, testApp.admin, '/settings/email-sender')
  const { page, complaints } = opened
  await waitForHeading(page, 'Email sender')
  await page.getByText('Emails leave from gifts@bestow.example').waitFor()
  await assertAccessibleAndFits(page, 'email-sender-none')
  await page.getByLabel('Email address').fill('gifts@larkfield.example')
  await page.keyboard.press('Enter')
  await page.getByText(/Prove larkfield\.example/).waitFor()
  const domain = await testApp.run((ctx) => accounts.addDomain(ctx, 'larkfield.example'))
  const proof = accounts.challengeRecord(domain)
  zone.texts.set(proof.name, [proof.value])
  await accounts.checkDomain((run) => testApp.run(run), domain.id)
  await page.getByLabel('Email address').press('Enter')
  await page.getByText('Not in use').waitFor()
  await page.getByRole('button', { name: 'Check now' }).click()
  await page.getByText('The DNS has no such record.').first().waitFor()
  await assertAccessibleAndFits(page, 'email-sender-missing')
  await page.getByRole('button', { name: 'Use this address' }).click()
  await page.getByText(/The DKIM record at bestow-/).waitFor()
  const row = await testApp.run((ctx) => mail.readSender(ctx))
  assert.ok(row)
  const { name, value } = mail.dkimRecord(row)
  zone.texts.set(name, [value])
  zone.texts.set('_dmarc.larkfield.example', ['v=DMARC1; p=reject'])
  await page.getByRole('button', { name: 'Check now' }).click()
  await page.getByText('Right', { exact: true }).first().waitFor()
  await page.getByRole('button', { name: 'Use this address' }).click()
  await page.getByText('In use', { exact: true }).waitFor()
  await page.reload() // ends the messages
  await page.getByText('In use', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Check now' }).click()
  await page.getByText('Right', { exact: true }).first().waitFor()
  await assertAccessibleAndFits(page, 'email-sender-used')
  await page.getByRole('button', { name: 'Send me a test' }).click()
  await page.getByText('The service responded.').waitFor()
  assert.equal(smtp.received.length, 1)
  assert.deepEqual(
    complaints.filter((text) => !text.includes('422')),
    [],
  )
})

it('offers the kinds of connections by what they are for', async () => {
  const opened = await openSignedInPage(browser, testApp, testApp.admin, '/settings/connections')
  const { page } = opened
  await page.getByRole('button', { name: 'Add connection' }).click()
  await page.getByRole('menuitem', { name: /Mail server/ }).waitFor()
  await page.getByRole('menuitem', { name: /Mail server/ }).click()
  await page.getByRole('dialog').getByLabel('Server', { exact: true }).waitFor()
  await assertAccessibleAndFits(page, 'connections-mail')
})

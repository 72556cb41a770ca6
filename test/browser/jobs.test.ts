import assert from 'node:assert/strict'
import { after, before, describe, it, type TestContext } from 'node:test'
import * as accounts from '#accounts'
import { createAdminFixture } from '#test/admin-fixture'
import { type AdminTestApp, type Credentials, createAdminTestApp } from '#test/admin-harness'
import { openBrowser } from '#test/chromium'
import { createDeveloperTestApp } from '#test/developer-harness'
import { createKeyboardOperator, type JobCost } from '#test/keyboard-operator'
import {
  ensureWebApp,
  goTo,
  openPage,
  openSignedInPage,
  waitForHeading,
  waitUntilLoaded,
} from '#test/web-app-page'
import { waitForDeliveries } from '#test/webhook-engine-fixture'
import { responders, startReceiver } from '#test/webhook-receiver'

/*
 * The tests of the jobs of a day, each done with the keyboard alone. The key presses and the requests of a
 * job are limited. Its time is only reported.
 */

before(ensureWebApp)
const browser = await openBrowser()
const testApp = await createAdminTestApp()
const fixture = await createAdminFixture(testApp)

/** Reports the cost of a job. Fails if the job needs more key presses or requests than allowed. */
function assertCost(
  context: TestContext,
  { keys, characters, requests, seconds }: JobCost,
  most: Pick<JobCost, 'keys' | 'requests'>,
): void {
  context.diagnostic(
    `${keys} keys, ${characters} characters, ${requests} requests, ${seconds.toFixed(1)} s`,
  )
  assert.ok(keys <= most.keys, `${keys} key presses, not ${most.keys}`)
  assert.ok(requests <= most.requests, `${requests} requests, not ${most.requests}`)
}

async function openAsOperator(app: AdminTestApp, user: Credentials, path = '/') {
  const { page, complaints } = await openSignedInPage(browser, app, user, path)
  await page.locator('h1').waitFor()
  await waitUntilLoaded(page) // the requests of the first page do not count
  return { page, complaints, operator: createKeyboardOperator(page) }
}

describe('by keyboard alone, a person', () => {
  before(async () => {
    for (const name of ['ada.larkin', 'ben.okafor', 'cleo.marsh', 'dora.finch'])
      await fixture.sendGift(`${name}@example.com`)
  })

  it('sets up the service and sends the first gift', async (context) => {
    const empty = await createAdminTestApp({ isEmpty: true })
    const { page, complaints } = await openPage(browser)
    await goTo(page, `${empty.origin}/`)
    await waitForHeading(page, 'Set up Bestow')
    const operator = createKeyboardOperator(page)
    const typed = {
      'Setup code': (await accounts.issueSetupCode(empty.db)) ?? '',
      'Company name': 'Orchard',
      'Your name': 'Ada King',
      'Your email address': 'ada@orchard.example',
      'Choose a password': 'correct horse battery',
    }
    for (const [label, value] of Object.entries(typed))
      await operator.fill(page.getByLabel(label), value)
    await operator.press('Enter')
    await waitForHeading(page, 'Hello, Ada')
    await operator.activate(page.getByRole('button', { name: 'Add sample catalogue' }))
    await page.getByText('Sample catalogue added.').waitFor()
    await operator.press('c')
    await waitForHeading(page, 'Send a gift')
    await operator.fill(page.getByLabel('First name'), 'Ada')
    await operator.fill(page.getByLabel('Last name'), 'King')
    await operator.fill(page.getByRole('textbox', { name: 'Email' }), 'ada@orchard.example')
    await operator.tabTo(page.getByLabel('New customer welcome'))
    await operator.press('Space')
    await operator.press('ControlOrMeta+Enter')
    await page.getByRole('button', { name: 'Send 1 gift' }).waitFor()
    await operator.press('ControlOrMeta+Enter')
    await page.getByText('1 gift ready to leave').waitFor() // the gifts can be cancelled for a minute
    assertCost(context, operator.cost(), { keys: 60, requests: 40 })
    assert.deepEqual(complaints, [])
  })

  it('sends to a list of 200 with errors, and keeps the rows that need fixing', async (context) => {
    const { page, operator } = await openAsOperator(testApp, testApp.sender, '/send')
    await waitForHeading(page, 'Send a gift')
    const rows = Array.from({ length: 200 }, (_, n) =>
      n % 20 === 19 ? `Guest\t${n}\tno address ${n}` : `Guest\tNumber ${n}\tguest${n}@example.com`,
    )
    const one = page.getByRole('radio', { name: 'One person' })
    await operator.tabTo(one)
    await operator.press('ArrowRight')
    await operator.tabTo(page.getByLabel('Recipients to add'))
    await page.keyboard.insertText(rows.join('\n')) // pastes the rows as from the clipboard
    await operator.activate(page.getByRole('button', { name: 'Add to list' }))
    await page.getByText('200 in the list').waitFor()
    await page.getByLabel('New customer welcome').focus() // the list is long; a screen reader jumps to the heading
    await operator.press('Space', 'ControlOrMeta+Enter')
    await page.getByText('Needs fixing 10').waitFor()
    await page.getByRole('button', { name: 'Send 190 gifts' }).waitFor()
    await operator.press('ControlOrMeta+Enter')
    await page.getByText('190 gifts sent').waitFor({ timeout: 120_000 }) // the only job whose time depends on the server
    await page.getByRole('button', { name: 'Download unsent rows' }).waitFor()
    assertCost(context, operator.cost(), { keys: 31, requests: 30 })
  })

  it('finds Ada’s gift and corrects her address', async (context) => {
    const { page, complaints, operator } = await openAsOperator(testApp, testApp.sender)
    await waitForHeading(page, /Hello/)
    await operator.press('ControlOrMeta+k')
    await page.getByRole('dialog').getByRole('textbox').waitFor()
    await operator.type('ada')
    await operator.press('Enter')
    await waitForHeading(page, /Ada Larkin/i)
    await page.getByRole('button', { name: 'Correct email address' }).waitFor()
    await operator.press('e')
    const email = page.getByRole('dialog').getByLabel('Email address')
    await operator.fill(email, 'ada@example.net')
    await operator.press('Enter')
    await page.getByText('The email is being sent to ada@example.net').waitFor()
    assertCost(context, operator.cost(), { keys: 5, requests: 25 })
    assert.deepEqual(complaints, [])
  })

  it('reads the month’s report and downloads its gifts', async (context) => {
    const { page, operator } = await openAsOperator(testApp, testApp.sender)
    await page.getByRole('heading', { name: 'Funnel' }).waitFor()
    const sent = page.getByRole('region', { name: 'Funnel' }).getByRole('link').first()
    await operator.activate(sent)
    await waitForHeading(page, 'Gifts')
    await page.getByRole('row', { name: /ada larkin/i }).waitFor()
    assert.match(page.url(), /created_from=/)
    const downloading = page.waitForEvent('download')
    await operator.activate(page.getByRole('link', { name: 'Download CSV' }))
    const saved = await (await downloading).createReadStream()
    assert.match((await saved.toArray()).join(''), /ben\.okafor@example\.com/)
    assertCost(context, operator.cost(), { keys: 40, requests: 30 })
  })

  it('exports the data of a person and erases it', async (context) => {
    const { page, complaints, operator } = await openAsOperator(testApp, testApp.admin)
    await operator.press('ControlOrMeta+k')
    await page.getByRole('dialog').getByRole('textbox').waitFor()
    await operator.type('erase')
    await page.getByText('Export or erase personal data').waitFor()
    await operator.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Export or erase' })
    await operator.fill(
      dialog.getByLabel('Email address', { exact: true }),
      'dora.finch@example.com',
    )
    const downloading = page.waitForEvent('download')
    await operator.activate(dialog.getByRole('button', { name: 'Download export' }))
    const saved = await (await downloading).createReadStream()
    assert.match((await saved.toArray()).join(''), /dora\.finch@example\.com/)
    await operator.fill(dialog.getByLabel('Type the email address again'), 'dora.finch@example.com')
    await operator.press('Enter')
    await page.getByText(/data was erased from 1 gift/).waitFor()
    const admin = await testApp.signIn(testApp.admin)
    const findPeople = async (search: string) =>
      (await admin.get(`/recipients?q=${search}`)).json.data.length
    assert.deepEqual([await findPeople('ben.okafor'), await findPeople('dora.finch')], [1, 0])
    assertCost(context, operator.cost(), { keys: 12, requests: 40 })
    assert.deepEqual(complaints, [])
  })
})

describe('by keyboard alone, a developer', () => {
  it('finds a failing receiver, and resends what it missed after the repair', async (context) => {
    const developerApp = await createDeveloperTestApp()
    const receiver = await startReceiver({ respond: responders.status(503) })
    after(() => receiver.close())
    const client = await developerApp.signIn(developerApp.admin)
    const body = { url: receiver.url, description: 'Warehouse' }
    const { json: endpoint } = await client.post('/endpoints', body)
    await developerApp.createGift()
    await waitForDeliveries(
      developerApp.db,
      { endpoint_id: endpoint.id },
      ([delivery]) => delivery?.state === 'abandoned',
    )
    const { page, operator } = await openAsOperator(developerApp, developerApp.admin)
    await operator.press('g', 'w')
    await waitForHeading(page, 'Webhooks')
    await page.getByText('Failing', { exact: true }).waitFor()
    await operator.activate(page.getByRole('link', { name: 'Warehouse' }))
    await waitForHeading(page, 'Warehouse')
    const requestsBefore = receiver.requests.length
    receiver.respond(responders.status(200))
    await operator.activate(page.getByRole('button', { name: 'Resend failed events…' }))
    const resend = page.getByRole('dialog').getByRole('button', { name: 'Resend 1' })
    await operator.activate(resend)
    await page.getByText('1 event is being resent.').waitFor()
    await receiver.waitForRequests(requestsBefore + 1)
    assertCost(context, operator.cost(), { keys: 40, requests: 40 })
  })
})

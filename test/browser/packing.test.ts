import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import { createAdminFixture, sendDirect } from '#test/admin-fixture'
import { createAdminTestApp } from '#test/admin-harness'
import { openBrowser } from '#test/chromium'
import { drain } from '#test/eventually'
import { manualShipping } from '#test/packing-fixture'
import { assertAccessibleAndFits, ensureWebApp, openSignedInPage } from '#test/web-app-page'

before(ensureWebApp)
const testApp = await createAdminTestApp()
const browser = await openBrowser()
const fixture = await createAdminFixture(testApp)
const admin = await testApp.signIn(testApp.admin)

/** Creates a parcel by sending a gift that is ready to pack. */
async function createParcel(
  email: string,
): Promise<fulfilment.Parcel & { gift_request_id: string }> {
  const gift_request_id = await sendDirect(fixture, admin, email)
  await drain(() => fulfilment.runOnce(testApp.db, manualShipping))
  const [parcel] = await fixture.run((ctx) => fulfilment.listGiftParcels(ctx, gift_request_id))
  assert.ok(parcel)
  return { ...parcel, gift_request_id }
}

/** Lets the hand-overs take effect, as after the time in which they can be undone. */
async function passUndo() {
  await fixture.run((ctx) =>
    ctx.query('update fulfilment.pending_hand_over set due_at = $1', [ctx.real_now]),
  )
  await drain(() => fulfilment.runOnce(testApp.db, manualShipping))
}

const findState = async (gift_request_id: string) =>
  (await fixture.run((ctx) => gifting.find(ctx, gift_request_id)))?.state

it('a packer packs and hands over a parcel with the keyboard alone', async () => {
  const parcel = await createParcel('zelda.quux@example.com')
  const packer = await testApp.createUser('packer')
  const { page, complaints } = await openSignedInPage(browser, testApp, packer, '/')
  await page.waitForURL(`${testApp.origin}/packing`)
  const links = await page
    .getByRole('navigation', { name: 'Areas' })
    .getByRole('link')
    .allTextContents()
  assert.deepEqual(links, ['Packing', 'Profile and sign-in', 'Sessions'])
  const { keyboard } = page
  /** Types a code as a scanner does. */
  const scan = async (code: string) => {
    await keyboard.type(code)
    await keyboard.press('Enter')
  }
  const waitForText = (text: string | RegExp) => page.getByText(text).first().waitFor()

  await waitForText('No parcel on your table')
  await assertAccessibleAndFits(page, 'packing-empty')
  await keyboard.press('Enter')
  await waitForText('Here is your next parcel. Space ticks an item, Enter packs.')
  await waitForText('Unter den Linden 1')
  await keyboard.press('Enter')
  await page.getByRole('alert').filter({ hasText: 'Scan the other items' }).waitFor()
  await scan('NOT-IN-THIS-PARCEL')
  await page.getByRole('alert').filter({ hasText: 'Wrong item: NOT-IN-THIS-PARCEL' }).waitFor()
  for (const { sku, quantity } of parcel.lines)
    for (let unit = 0; unit < quantity; unit += 1) await scan(sku)
  await waitForText('All items are in the box')
  await scan(parcel.lines[0]?.sku ?? '')
  await page.getByRole('alert').filter({ hasText: 'One too many' }).waitFor()
  await assertAccessibleAndFits(page, 'packing-parcel')
  for (const key of ['Alt+KeyS', 'Alt+KeyC', 'Alt+KeyL']) {
    const printed = page.waitForResponse((response) =>
      response.url().endsWith('/packing/documents'),
    )
    await keyboard.press(key)
    assert.equal((await printed).headers()['content-type'], 'application/pdf')
  }
  await page.locator('iframe[data-print]').waitFor({ state: 'attached' })
  await waitForText('Card printed')
  await keyboard.press('Alt+KeyH')
  await page.getByRole('alert').filter({ hasText: 'Mark the parcel as packed first.' }).waitFor()
  await keyboard.press('Alt+KeyP')
  await waitForText('Packed. Press Enter for the next parcel.')
  await keyboard.press('Enter')
  await waitForText('No parcel is waiting.')
  assert.equal(await page.getByRole('dialog').count(), 0, 'Enter hands nothing over')
  await keyboard.press('Alt+KeyH')
  await page.getByRole('dialog').waitFor()
  await keyboard.press('Enter')
  await page.getByText('Scan the number, or choose “Mail without tracking”.').waitFor()
  await assertAccessibleAndFits(page, 'packing-hand-over')
  await scan('1Z999AA10123456784')
  await waitForText(/is handed over to UPS\./)
  await page.getByRole('button', { name: 'Handed over' }).click()
  await page.getByRole('button', { name: /^Take back parcel/ }).waitFor()
  await assertAccessibleAndFits(page, 'packing-handed-over')
  await keyboard.press('Alt+KeyU')
  await waitForText(/is taken back\. It waits under “Packed”\./)
  await waitForText('Nothing to take back')
  await keyboard.press('Alt+KeyU')
  await page.getByRole('alert').filter({ hasText: 'Choose the parcel to take back' }).waitFor()
  await passUndo()
  assert.equal(await findState(parcel.gift_request_id), 'ordered')
  await page
    .getByRole('button', { name: /^Packed/ })
    .first()
    .click()
  await page.getByRole('button', { name: /^Take parcel/ }).click()
  await waitForText('Unter den Linden 1')
  await keyboard.press('Alt+KeyH')
  await page.getByRole('dialog').getByText('for 10 minutes').waitFor()
  await scan('1Z999AA10123456784')
  await waitForText(/is handed over to UPS\./)
  await passUndo()
  assert.equal(await findState(parcel.gift_request_id), 'in_transit')
  assert.deepEqual(complaints, [])
})

it('a packer takes back the parcel of a gift that was cancelled after its hand-over', async () => {
  const { gift_request_id } = await createParcel('lena.late@example.com')
  const page = await openHandOver(gift_request_id)
  await page.keyboard.type('1Z999AA10123456784')
  await page.keyboard.press('Enter')
  await page.getByText(/is handed over to UPS\./).waitFor()
  await fixture.run((ctx) => gifting.cancel(ctx, gift_request_id, 'test'))
  await fixture.run((ctx) =>
    ctx.query(`update fulfilment.parcel set state = 'cancelled' where gift_request_id = $1`, [
      gift_request_id,
    ]),
  )
  await page.getByText('Cancelled after the hand-over: 1.').waitFor()
  await assertAccessibleAndFits(page, 'packing-cancelled-after')
  await page.getByRole('button', { name: 'Show the parcels' }).click()
  await page.getByText('The gift was cancelled. Take this parcel out of the pile.').waitFor()
  await assertAccessibleAndFits(page, 'packing-handed-over-cancelled')
  await page.getByRole('button', { name: /^Take back parcel/ }).click()
  await page
    .getByText(/Its gift was cancelled: put its items back\./)
    .first()
    .waitFor()
  await passUndo()
  assert.equal(await findState(gift_request_id), 'cancelled')
})

it('the frame and the focus move to the next item that is not in the box', async () => {
  const { gift_request_id, lines } = await createParcel('tia.two@example.com')
  const gift = await fixture.run((ctx) => gifting.find(ctx, gift_request_id))
  const packer = await testApp.createUser('packer')
  const { page } = await openSignedInPage(browser, testApp, packer, '/packing')
  page.setDefaultTimeout(10_000)
  await page.getByText('No parcel on your table').waitFor()
  await page.keyboard.type(`${gift?.reference}-1`)
  await page.keyboard.press('Enter')
  const items = page.locator('.packing-tick')
  const selected = page.locator('.packing-line[data-selected]')
  await items.first().focus()
  for (const [index, { quantity }] of lines.entries()) {
    await page.locator('.packing-line[data-selected] .packing-tick:focus').waitFor()
    for (let unit = 0; unit < quantity; unit += 1) await page.keyboard.press('Space')
    await page.locator('.packing-line[data-done]').nth(index).waitFor()
  }
  await page.locator('[data-action="pack"]:focus').waitFor()
  assert.equal(await selected.count(), 0, 'after the last item, no item has the frame')
  await page.getByLabel('Scan a parcel or an item').focus()
  await page.keyboard.press('Space')
  await page.getByRole('status').filter({ hasText: 'All items are in the box.' }).waitFor()
  await page.keyboard.press('Alt+KeyR')
  await page.getByText('No parcel on your table').waitFor()
  await fixture.run((ctx) => gifting.cancel(ctx, gift_request_id, 'test')) // so that no other test takes the parcel
})

it('the station says that a gift was cancelled, and the address disappears', async () => {
  const { gift_request_id } = await createParcel('mia.moor@example.com')
  const { page } = await openSignedInPage(
    browser,
    testApp,
    await testApp.createUser('packer'),
    '/packing',
  )
  await page.getByText('No parcel on your table').waitFor()
  const gift = await fixture.run((ctx) => gifting.find(ctx, gift_request_id))
  await page.keyboard.type(`${gift?.reference}-1`)
  await page.keyboard.press('Enter')
  await page.getByText('Unter den Linden 1').waitFor()
  await fixture.run((ctx) => gifting.cancel(ctx, gift_request_id, 'test'))
  await page.getByRole('alert').filter({ hasText: 'Stop: this gift was cancelled' }).waitFor()
  await page.getByText('Unter den Linden 1').waitFor({ state: 'detached' })
  await assertAccessibleAndFits(page, 'packing-cancelled')
})

/**
 * Opens the station as a new packer, takes this parcel, marks it as packed, and opens the
 * dialog that gives it to the carrier.
 */
async function openHandOver(gift_request_id: string) {
  const packer = await testApp.createUser('packer')
  const { page } = await openSignedInPage(browser, testApp, packer, '/packing')
  await page.getByText('No parcel on your table').waitFor()
  const gift = await fixture.run((ctx) => gifting.find(ctx, gift_request_id))
  await page.keyboard.type(`${gift?.reference}-1`)
  await page.keyboard.press('Enter')
  await page.getByText('Unter den Linden 1').waitFor()
  await page.keyboard.press('Alt+KeyP')
  await page.getByText('Packed. Press Enter for the next parcel.').waitFor()
  await page.keyboard.press('Alt+KeyH')
  await page.getByRole('dialog').getByLabel('Tracking number').waitFor()
  return page
}

it('a hand-over without connection keeps the dialog and the number', async () => {
  const { gift_request_id } = await createParcel('nora.north@example.com')
  const page = await openHandOver(gift_request_id)
  await page.route('**/hand-over', (route) => route.abort())
  await page.keyboard.type('1Z999AA10123456784')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('alert').filter({ hasText: 'No connection' }).waitFor()
  await assertAccessibleAndFits(page, 'packing-no-connection')
  await page.unroute('**/hand-over')
  await page.keyboard.press('Enter')
  await page.getByText(/is handed over to UPS\./).waitFor()
})

it('a number that is scanned again after a lost connection replaces the number in the dialog', async () => {
  const { id, gift_request_id } = await createParcel('rita.rowe@example.com')
  const page = await openHandOver(gift_request_id)
  await page.route('**/hand-over', (route) => route.abort())
  const dialog = page.getByRole('dialog')
  await page.keyboard.type('1Z999AA10123456784')
  await page.keyboard.press('Enter')
  await dialog.getByRole('alert').filter({ hasText: 'No connection' }).waitFor()
  await page.unroute('**/hand-over')
  await page.keyboard.type('1Z999AA10123456784')
  await page.keyboard.press('Enter')
  await page.getByText(/is handed over to UPS\./).waitFor()
  await passUndo()
  const parcels = await fixture.run((ctx) => fulfilment.listGiftParcels(ctx, gift_request_id))
  assert.equal(parcels.find((each) => each.id === id)?.tracking_code, '1Z999AA10123456784')
})

it('the hand-over refuses the barcode of a parcel and the SKU of an item as a tracking number', async () => {
  const { gift_request_id, lines } = await createParcel('sami.stone@example.com')
  const page = await openHandOver(gift_request_id)
  const dialog = page.getByRole('dialog')
  const gift = await fixture.run((ctx) => gifting.find(ctx, gift_request_id))
  for (const code of [`${gift?.reference}-1`, lines[0]?.sku ?? '']) {
    await page.keyboard.type(code)
    await page.keyboard.press('Enter')
    await dialog
      .getByRole('alert')
      .filter({ hasText: `${code} is not a tracking number` })
      .waitFor()
  }
  await page.keyboard.type('1Z999AA10123456784')
  await dialog.getByText('UPS').waitFor()
  await page.keyboard.press('Enter')
  await page.getByText(/is handed over to UPS\./).waitFor()
})

it('a dialog closes with its parcel, and another parcel does not take its place', async () => {
  const own = await createParcel('olga.orme@example.com')
  const other = await createParcel('paul.pym@example.com')
  const page = await openHandOver(own.gift_request_id)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Alt+KeyN')
  await page.getByText('Here is your next parcel.').waitFor()
  await page.keyboard.press('Alt+KeyP')
  await page.getByText('Packed. Press Enter for the next parcel.').waitFor()
  await page.keyboard.press('Alt+KeyH')
  await page.getByRole('dialog').getByLabel('Tracking number').and(page.locator(':focus')).waitFor()
  await page.keyboard.type('1Z999AA10123456784')
  await fixture.run((ctx) => gifting.cancel(ctx, other.gift_request_id, 'test'))
  await page.getByRole('alert').filter({ hasText: 'Stop: this gift was cancelled' }).waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  assert.equal(await findState(own.gift_request_id), 'ordered')
})

it('a packer prints one pick list for several parcels', async () => {
  await createParcel('quinn.quill@example.com')
  await createParcel('rosa.reed@example.com')
  const packer = await testApp.createUser('packer')
  const { page } = await openSignedInPage(browser, testApp, packer, '/packing')
  await page.getByText('No parcel on your table').waitFor()
  await page.getByRole('button', { name: 'Take several parcels' }).click()
  await page.getByRole('menuitem', { name: 'Take the next 5', exact: true }).click()
  await page.getByText('more parcels.').waitFor()
  await assertAccessibleAndFits(page, 'packing-several')
  const printed = page.waitForResponse((response) => response.url().endsWith('/packing/documents'))
  await page.getByRole('button', { name: 'Print the pick list' }).click()
  assert.equal((await printed).headers()['content-disposition'], 'inline; filename="pick-list.pdf"')
})

it('a sender sees neither the station nor a link to it', async () => {
  const { page } = await openSignedInPage(browser, testApp, testApp.sender, '/packing')
  await page.getByRole('heading', { name: 'Packing: not part of your role' }).waitFor()
  assert.equal(await page.getByRole('link', { name: 'Packing' }).count(), 0)
})

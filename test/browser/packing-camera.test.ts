import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import JsBarcode from 'jsbarcode'
import * as fulfilment from '#fulfilment'
import { createAdminFixture, sendDirect } from '#test/admin-fixture'
import { createAdminTestApp } from '#test/admin-harness'
import { openBrowser } from '#test/chromium'
import { drain } from '#test/eventually'
import { manualShipping } from '#test/packing-fixture'
import { ensureWebApp, openSignedInPage, waitForExpression } from '#test/web-app-page'

/*
 * The tests of the packing station with devices. Chromium plays a video as the picture of the camera. A stub
 * counts the calls of the print dialog, because no test can close this dialog.
 */

before(ensureWebApp)
const testApp = await createAdminTestApp()
const fixture = await createAdminFixture(testApp)
const admin = await testApp.signIn(testApp.admin)
const folder = mkdtempSync(join(tmpdir(), 'bestow-camera-'))
after(() => rmSync(folder, { recursive: true, force: true }))

async function createParcel(): Promise<string> {
  const gift_request_id = await sendDirect(fixture, admin, 'zelda.quux@example.com')
  await drain(() => fulfilment.runOnce(testApp.db, manualShipping))
  const [parcel] = await fixture.run((ctx) => fulfilment.listGiftParcels(ctx, gift_request_id))
  const found = await fixture.run((ctx) => fulfilment.findPackingParcel(ctx, parcel?.id ?? ''))
  return found?.barcode ?? ''
}

const [width, height] = [640, 480]

/** Writes a video with one grey frame, which has the barcode in its middle. */
function writeVideo(text: string): string {
  const target: { encodings?: { data: string }[] } = {}
  JsBarcode(target, text, { format: 'CODE128' })
  const modules = target.encodings?.[0]?.data ?? ''
  const module = Math.floor((width - 60) / modules.length)
  const left = Math.floor((width - module * modules.length) / 2)
  const luma = Buffer.alloc(width * height, 200)
  for (let row = 160; row < 320; row += 1)
    for (let column = 0; column < modules.length * module; column += 1)
      if (modules[Math.floor(column / module)] === '1') luma[row * width + left + column] = 20
  const chroma = Buffer.alloc((width * height) / 2, 128)
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma, chroma])
  const file = join(folder, 'camera.y4m')
  const header = `YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`
  writeFileSync(file, Buffer.concat([Buffer.from(header), frame, frame]))
  return file
}

/** The script of the page that counts the calls of `print` by the address of the frame. */
const stubPrint = `
  globalThis.printed = []
  Object.defineProperty(HTMLIFrameElement.prototype, 'contentWindow', {
    get() { return { focus() {}, print: () => printed.push(this.src) } },
  })`

it('the camera scans a parcel, and the slip opens the print dialog of its frame', async () => {
  const barcode = await createParcel()
  const browser = await openBrowser([
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-video-capture=${writeVideo(barcode)}`,
  ])
  const packer = await testApp.createUser('packer')
  const { page } = await openSignedInPage(browser, testApp, packer, '/packing')
  await page.getByText('No parcel on your table').waitFor()
  await page.getByRole('button', { name: 'Scan with the camera' }).click()
  await page.getByLabel('Picture of the camera').waitFor()
  await page.getByText('Unter den Linden 1').waitFor()
  await page.keyboard.press('Escape')

  await page.evaluate(stubPrint)
  // A headless Chromium has no viewer for PDF and downloads the file, so a page replaces the document.
  await page.route('**/packing/documents', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<p>Packing slip</p>' }),
  )
  await page.keyboard.press('Alt+KeyS')
  await waitForExpression(page, 'printed.length > 0')
  const printed = await page.evaluate<string[]>('printed')
  const frame = await page.locator('iframe[data-print]').getAttribute('src')
  assert.deepEqual(printed, [frame])
  assert.match(frame ?? '', /^blob:/)
})

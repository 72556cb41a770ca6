/**
 * `npm run screenshots [-- NAME…]`: takes the pictures in docs/screenshots again. Those of the web app come from a temporary
 * instance with the demo account: each page on a desktop in light and dark, and on a phone. With names, only these pictures;
 * `recipients` and `emails` name the other two folders.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { APIRequestContext, Page } from 'playwright-core'
import { launchBrowser } from '#test/chromium'
import { ensureWebApp, waitUntilLoaded } from '#test/web-app-page'
import { startInstance } from './quickstart/instance.ts'
import { createScreenshotSaver } from './webp-screenshot.ts'

interface Screenshot {
  name: string
  path: string
  /** What to do on the page before the picture is taken. */
  steps?: (page: Page) => Promise<void>
}

/** Takes a parcel unless the packer has one. */
async function takeParcel(page: Page): Promise<void> {
  await page
    .getByText(/No parcel on your table|Ship to/)
    .first()
    .waitFor()
  if ((await page.getByText('Ship to').count()) === 0) await page.keyboard.press('Enter')
  await page.getByText('Ship to').waitFor()
}

async function openHandOver(page: Page): Promise<void> {
  await takeParcel(page)
  await page.keyboard.press('Alt+KeyP')
  await page.getByRole('button', { name: 'Hand over' }).waitFor()
  await page.keyboard.press('Alt+KeyH')
  await page.getByRole('dialog').waitFor()
}

// biome-ignore format: read down the columns
const fixedPages: readonly Screenshot[] = [
  { name: 'overview',           path: '/' },
  { name: 'attention',          path: '/attention' },
  { name: 'gifts',              path: '/gift-requests' },
  { name: 'import-tracking',    path: '/gift-requests/import-tracking' },
  { name: 'send',               path: '/send' },
  { name: 'sends',              path: '/sends' },
  { name: 'spend',              path: '/spend' },
  { name: 'donations',          path: '/donations' },
  { name: 'campaigns',          path: '/campaigns' },
  { name: 'catalogue',          path: '/catalogue' },
  { name: 'catalogue-import',   path: '/catalogue/import' },
  { name: 'warehouses',         path: '/catalogue/warehouses' },
  { name: 'one-links',          path: '/one-links' },
  { name: 'recipients',         path: '/recipients' },
  { name: 'packing',            path: '/packing', steps: takeParcel },
  { name: 'packing-hand-over',  path: '/packing', steps: openHandOver },
  { name: 'settings-branding',  path: '/settings/branding' },
  { name: 'settings-chat-alerts', path: '/settings/chat-alerts' },
  { name: 'settings-claims',    path: '/settings/claims' },
  { name: 'settings-people',    path: '/settings/members' },
  { name: 'settings-approvals', path: '/settings/approvals' },
  { name: 'settings-single-sign-on', path: '/settings/single-sign-on' },
  { name: 'settings-audit-log', path: '/settings/audit-log' },
  { name: 'settings-profile',   path: '/settings/profile' },
  { name: 'settings-sessions',  path: '/settings/sessions' },
  { name: 'settings-privacy',   path: '/settings/privacy' },
  { name: 'settings-account',   path: '/settings/account' },
]

// biome-ignore format: read down the columns
const sizes = [
  { suffix: '',       width: 1280, height: 800, colorScheme: 'light' },
  { suffix: '-dark',  width: 1280, height: 800, colorScheme: 'dark' },
  { suffix: '-phone', width: 390,  height: 844, colorScheme: 'light' },
] as const

/** The pages of things with an id, which differ in each instance. */
async function findPages(
  request: APIRequestContext,
  origin: string,
): Promise<readonly Screenshot[]> {
  const findId = async (path: string, matches: (row: Record<string, unknown>) => boolean) => {
    const response = await request.get(`${origin}/admin/api${path}`)
    const { data } = (await response.json()) as { data: Record<string, unknown>[] }
    const row = data.find(matches)
    if (row === undefined) throw new Error(`${path} has no such row`)
    return String(row.id)
  }
  const gift = await findId('/gift-requests?limit=100', (row) =>
    JSON.stringify(row).includes('Emil'),
  )
  const campaign = await findId('/campaigns', ({ name }) => name === 'New customer welcome')
  const product = await findId('/catalogue/products', ({ name }) => name === 'Sparkling wine')
  const oneLink = await findId('/one-links', ({ quantity }) => quantity === 12)
  const send = await findId('/sends?approval=awaiting', () => true)
  const endpoint = await findId('/endpoints', ({ url }) => String(url).includes('crm.'))
  return [
    { name: 'gift', path: `/gift-requests/${gift}` },
    { name: 'campaign', path: `/campaigns/${campaign}` },
    { name: 'campaign-editor', path: `/campaigns/${campaign}/edit` },
    { name: 'product', path: `/catalogue/${product}` },
    { name: 'product-editor', path: `/catalogue/${product}/edit` },
    { name: 'one-link', path: `/one-links/${oneLink}` },
    { name: 'send-approval', path: `/sends/${send}` },
    { name: 'developers-endpoint-day', path: `/developers/webhooks/${endpoint}?tab=day` },
    { name: 'developers-endpoint-testing', path: `/developers/webhooks/${endpoint}?tab=testing` },
  ]
}

const otherScripts: Readonly<Record<string, string>> = {
  recipients: 'scripts/screenshot-redeem.ts',
  emails: 'scripts/screenshot-emails.ts',
}
const folder = 'docs/screenshots/admin'
const names = process.argv.slice(2)
const selected = names.filter((name) => otherScripts[name] === undefined)
for (const [name, script] of Object.entries(otherScripts))
  if (names.length === 0 || names.includes(name))
    process.exitCode ||= spawnSync(process.execPath, [script], { stdio: 'inherit' }).status ?? 1
if (names.length > 0 && selected.length === 0) process.exit()
const dataDir = mkdtempSync(join(tmpdir(), 'bestow-screenshots-'))
mkdirSync(folder, { recursive: true })
ensureWebApp()
const { origin, running } = await startInstance(dataDir)
const { browser, close } = await launchBrowser()
const screenshots = await createScreenshotSaver(browser)
try {
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  const demo = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as {
    email: string
    password: string
  }
  await context.request.post(`${origin}/admin/api/session`, {
    data: { email: demo.email, password: demo.password },
    headers: { origin },
  })
  const page = await context.newPage()
  for (const screenshot of [...fixedPages, ...(await findPages(context.request, origin))])
    if (selected.length === 0 || selected.includes(screenshot.name))
      await takeScreenshots(page, screenshot)
} finally {
  await close()
  await running.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

async function takeScreenshots(page: Page, { name, path, steps }: Screenshot): Promise<void> {
  await page.setViewportSize({ width: sizes[0].width, height: sizes[0].height })
  await page.goto(`${origin}${path}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await waitUntilLoaded(page)
  await steps?.(page)
  for (const { suffix, width, height, colorScheme } of sizes) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.waitForLoadState('networkidle', { timeout: 1_500 }).catch(() => {}) // live updates keep the network busy
    await page.waitForTimeout(400) // controls fade into the colours of the scheme
    await screenshots.save(page, join(folder, `${name}${suffix}.webp`))
  }
  console.log(name)
}

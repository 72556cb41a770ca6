import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { streetPattern } from './redeemed-gifts.ts'

/** A person at the packing station, who has a keyboard but no mouse. */
export interface Packer {
  name: string
  page: Page
  counts: PackerCounts
  /** Returns each address that the browser received or showed without a lease of the parcel. */
  findLeaks(): string[]
  /** The errors that the person has read. */
  errors: Set<string>
  /** Signs in by keyboard, and opens the packing station. */
  signIn(credentials: { email: string; password: string }): Promise<void>
  /** Packs parcels and gives them to the carrier until none waits. */
  packAll(): Promise<void>
}

interface PackerCounts {
  parcels: number
  /** The number of keys that the person pressed, such as Enter and Space. */
  keys: number
  /** The number of codes that the scanner typed, each with Enter. */
  scans: number
  /** The number of steps that the person had to repeat because nothing happened or an error was shown. */
  repeats: number
  /** The milliseconds from taking each parcel until it was given to the carrier. */
  durations: number[]
}

/** The content of the screen as the person sees it. */
interface Screen {
  hasDialog: boolean
  barcode: string | null
  isPacked: boolean
  /** The SKUs of the units that are not in the box. */
  missing: string[]
  tone: string | null
  message: string
}

/** How the person checks items: with a scanner, or by sight and the space bar. */
export type CheckMethod = 'scan' | 'space'

const screenScript = `(() => {
  const text = (selector) => document.querySelector(selector)?.textContent.trim() ?? ''
  const lines = [...document.querySelectorAll('.packing-line')]
  return {
    hasDialog: document.querySelector('[role="dialog"]') !== null,
    barcode: document.querySelector('.packing-barcode')?.textContent ?? null,
    isPacked: document.querySelector('.packing-state')?.dataset.packed !== undefined,
    missing: lines.flatMap((line) => {
      const [, done, all] = /(\\d+)\\s*\\/(\\d+)/.exec(line.querySelector('.packing-count').textContent) ?? []
      return Array(Math.max(0, all - done)).fill(line.querySelector('.packing-name .mono').textContent)
    }),
    tone: document.querySelector('.packing-message')?.dataset.tone ?? null,
    message: text('.packing-message'),
    streets: document.documentElement.innerHTML.match(${streetPattern}) ?? [],
  }
})()`

/**
 * The milliseconds that a person needs to see what to do. The station ignores an
 * Enter that follows a scan at once.
 */
const decisionMs = 300
/** The milliseconds that a person waits for a reaction before the next try. */
const reactionTimeoutMs = 4_000

export function createPacker(
  name: string,
  page: Page,
  method: CheckMethod,
  onHandedOver: () => void,
): Packer {
  const counts: PackerCounts = { parcels: 0, keys: 0, scans: 0, repeats: 0, durations: [] }
  const errors = new Set<string>()
  const shown = new Set<string>()
  const { allowed, leaks } = watchAddresses(page)
  const press = (key: string) => {
    counts.keys += 1
    return page.keyboard.press(key)
  }
  const scan = async (code: string) => {
    counts.scans += 1
    await page.keyboard.type(code)
    await page.keyboard.press('Enter')
  }
  const look = async (): Promise<Screen> => {
    const { streets, ...screen } = await page.evaluate<Screen & { streets: string[] }>(screenScript)
    for (const street of streets) shown.add(street)
    return screen
  }
  /** Waits until the screen looks different from before. */
  const lookAgain = async (before: Screen): Promise<Screen> => {
    const seen = JSON.stringify(before)
    for (const deadline = Date.now() + reactionTimeoutMs; Date.now() < deadline; await sleep(25)) {
      const screen = await look()
      if (JSON.stringify(screen) !== seen) return screen
    }
    counts.repeats += 1
    return look()
  }
  const checkItem = (screen: Screen) =>
    method === 'scan' ? scan(screen.missing[0] ?? '') : press('Space')
  const act = async (screen: Screen): Promise<void> => {
    if (screen.hasDialog) await scan(`NO-${screen.barcode}`)
    else if (screen.barcode !== null && !screen.isPacked && screen.missing.length > 0)
      await checkItem(screen)
    else await press(screen.isPacked ? 'Alt+KeyH' : 'Enter')
  }

  return {
    name,
    page,
    counts,
    errors,
    findLeaks: () => [
      ...leaks,
      ...[...shown]
        .filter((street) => !allowed.has(street))
        .map((street) => `the page shows ${street}`),
    ],
    async signIn({ email, password }) {
      await tabTo(page, 'input[type="email"]', () => press('Tab'))
      await page.keyboard.type(email)
      await tabTo(page, 'input[type="password"]', () => press('Tab'))
      await page.keyboard.type(password)
      await press('Enter')
      await page.getByText('No parcel on your table').waitFor()
    },
    async packAll() {
      let takenAt = performance.now()
      let screen = await look()
      while (!/^No parcel is waiting/.test(screen.message)) {
        const before = screen
        await sleep(decisionMs)
        await act(screen)
        screen = await lookAgain(before)
        if (screen.tone === 'error') {
          errors.add(screen.message)
          counts.repeats += 1
          await sleep(500)
          screen = await look()
        }
        if (before.barcode === screen.barcode) continue
        const now = performance.now()
        if (before.barcode !== null) {
          counts.parcels += 1
          counts.durations.push(now - takenAt)
          onHandedOver()
        }
        takenAt = now
      }
    },
  }
}

/** Presses a key until an element that matches the selector has the focus. */
async function tabTo(page: Page, selector: string, pressTab: () => Promise<void>): Promise<void> {
  await page.locator(selector).waitFor()
  for (let presses = 0; presses < 20; presses += 1) {
    if (await page.evaluate<boolean>(`document.activeElement.matches('${selector}')`)) return
    await pressTab()
  }
  throw new Error(`the Tab key does not reach ${selector}`)
}

/**
 * Watches the addresses in each response to the browser. Only the response with a parcel that the packer has
 * taken may contain an address.
 */
function watchAddresses(page: Page) {
  const leaks: string[] = []
  const allowed = new Set<string>()
  const leased = new Set<string>()
  page.on('response', async (response) => {
    if (!response.url().includes('/admin/api/')) return
    const path = new URL(response.url()).pathname
    const text = await response.text().catch(() => '')
    if (path.includes('/packing/leases'))
      for (const [, id] of text.matchAll(/"(?:id|ids)":\[?"([0-9a-f-]{36})"/g)) leased.add(id ?? '')
    const [, parcelId = ''] = /\/packing\/parcels\/([0-9a-f-]{36})\/address$/.exec(path) ?? []
    for (const [street] of text.matchAll(streetPattern)) {
      if (leased.has(parcelId)) allowed.add(street)
      else leaks.push(`${path} contains ${street}`)
    }
  })
  return { allowed, leaks }
}

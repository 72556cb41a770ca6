import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'

/** The cost of a job for a person at the keyboard. */
export interface JobCost {
  /** The number of key presses besides typed text: Tab, Enter, shortcuts, arrows. */
  keys: number
  /** The number of characters of typed text. */
  characters: number
  /** The number of requests to the admin API, without live updates and polls. */
  requests: number
  seconds: number
}

/** A person who uses only the keyboard. */
export interface KeyboardOperator {
  press(...keys: string[]): Promise<void>
  type(text: string): Promise<void>
  /** Presses Tab until the element has the focus. */
  tabTo(target: Locator): Promise<void>
  /** Moves the focus to the element, and presses Enter. */
  activate(target: Locator): Promise<void>
  /** Moves the focus to the field, and replaces its text. */
  fill(target: Locator, text: string): Promise<void>
  cost(): JobCost
}

const maxTabs = 60
const isPolled = (pathname: string) =>
  /\/admin\/api\/(stream|email-status|overview\/(attention|onboarding))$/.test(pathname)

export function createKeyboardOperator(page: Page): KeyboardOperator {
  const startedAtMs = Date.now()
  let keys = 0
  let characters = 0
  let requests = 0
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/admin/api/') && !isPolled(pathname)) requests++
  })
  const hasFocus = async (target: Locator) => (await target.and(page.locator(':focus')).count()) > 0
  const operator: KeyboardOperator = {
    async press(...pressed) {
      for (const key of pressed) await page.keyboard.press(key)
      keys += pressed.length
    },
    async type(text) {
      await page.keyboard.type(text)
      characters += text.length
    },
    async tabTo(target) {
      await target.waitFor({ state: 'attached' }) // the input of a segmented control is never visible
      for (let tabs = 0; tabs <= maxTabs; tabs++) {
        if (await hasFocus(target)) return
        await operator.press('Tab')
      }
      assert.fail(`${String(target)} is not reachable with ${maxTabs} tabs`)
    },
    async activate(target) {
      await operator.tabTo(target)
      await operator.press('Enter')
    },
    async fill(target, text) {
      await operator.tabTo(target)
      await page.keyboard.press('ControlOrMeta+A')
      await operator.type(text)
    },
    cost: () => ({ keys, characters, requests, seconds: (Date.now() - startedAtMs) / 1000 }),
  }
  return operator
}

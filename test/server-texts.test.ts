import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import * as attention from '#attention'

const root = join(import.meta.dirname, '..')

/** Reads the texts of a file that the pattern captures. */
const readTexts = (file: string, pattern: RegExp): string[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(pattern)].map(([, text = '']) => text)

/** Returns the texts that the web app translates by comparing them with the English texts of the service. */
const translatedTexts = (area: string) =>
  new Set(readTexts(`packages/web/src/pages/${area}/server-texts.ts`, /^ {2}'(.+)': t\('\1'\),$/gm))

it('the web app translates the messages and actions of what needs attention', () => {
  const messages = readTexts('src/domain/attention/describe.ts', /^ {2}\w+: +'(.+\.)',$/gm)
  const titles = attention.allActionRules.map(({ title }) => title)
  assert.ok(messages.length > 10)
  const translated = translatedTexts('attention')
  assert.deepEqual(
    [...messages, ...titles].filter((text) => !translated.has(text)),
    [],
  )
})

it('the web app translates the problems of parcels', () => {
  const problems = readTexts(
    'src/domain/fulfilment/parcels/parcel-problems.ts',
    /(?:reason|remedy): '(.+)'/g,
  )
  assert.ok(problems.length > 10)
  const translated = translatedTexts('gifts')
  assert.deepEqual(
    problems.filter((text) => !translated.has(text)),
    [],
  )
})

it('the web app translates why a bulk action does not change a gift', () => {
  const reasons = readTexts('src/domain/sends/bulk-actions/reasons.ts', /'((?:It|An) [^']+\.)'/g)
  assert.ok(reasons.length > 5)
  const translated = translatedTexts('gifts')
  assert.deepEqual(
    reasons.filter((text) => !translated.has(text)),
    [],
  )
})

it('the web app translates why an action on a gift is not possible', () => {
  const folder = 'src/domain/gifting/commands'
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
  const reasons = files
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) =>
      readTexts(
        join(folder, file),
        /(?:return|invalidStateError\([\w.]+,)\s+'((?:it|its|the|email) [^']+)'/g,
      ),
    )
  assert.ok(reasons.length > 10)
  const translated = translatedTexts('gifts')
  for (const text of ['Its link leads to no gift.', 'Its page is closed.']) translated.add(text) // for recipients
  assert.deepEqual(
    reasons
      .map((reason) => `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`)
      .filter((text) => !translated.has(text)),
    [],
  )
})

it('the web app translates why a simulation of a gift failed', () => {
  const files = [
    'src/domain/gifting/commands/simulate.ts',
    'src/domain/fulfilment/simulator/simulate.ts',
    'src/domain/fulfilment/parcels/record-tracking.ts',
  ]
  const thrown = files.flatMap((file) => readTexts(file, /\bthrow (?:new )?([\w.]+)/g))
  assert.deepEqual(
    thrown.filter((name) => !/^(?:(?:gifting\.)?transitionError|Error)$/.test(name)),
    [],
    'another error than that of a transition needs a translation',
  )
  const [message = ''] = readTexts(
    'src/domain/gifting/lifecycle/transition.ts',
    /transitionError = [^`]+`(.+)`/g,
  )
  const [pattern = ''] = readTexts(
    'packages/web/src/pages/gifts/server-texts.ts',
    /transitionMessage = \/(.+)\/$/gm,
  )
  const states = ['in_transit', 'awaiting_recipient']
  const filled = states.reduce((text, state) => text.replace(/\$\{[\w.]+\}/, state), message)
  assert.deepEqual(new RegExp(pattern).exec(filled)?.slice(1), states)
})

it('the web app translates why a tool of staging failed', () => {
  const files = ['src/http/admin/staging/routes.ts', 'src/http/api/test-helpers.ts']
  const messages = files.flatMap((file) =>
    readTexts(file, /message: ('.+'|\w+)/g).map((value) =>
      value.startsWith("'")
        ? value.slice(1, -1)
        : readTexts(file, new RegExp(`const ${value} =\\s+'(.+)'`, 'g'))[0],
    ),
  )
  assert.ok(messages.length > 1)
  const translated = readTexts(
    'packages/web/src/pages/developers/server-texts.ts',
    /^ {2}'(.+)': t\('.+'\),$/gm,
  )
  assert.deepEqual(
    messages.filter((text) => !translated.includes(text ?? '')),
    [],
  )
})

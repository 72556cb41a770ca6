import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { identityProviders, connectors as others } from '#app/connectors'
import { root } from '#scripts/steps'

const connectors = [...others, ...identityProviders]
/** The folders whose parts belong to no connection: a register of postal codes, the fonts of labels, and signed requests. */
const parts = ['japan-post', 'label-fonts', 'aws']

/** The files of src that name connectors: the wiring, and the settings of the installation that 0.1.0 had. */
const wiring = [
  'src/app/connectors.ts',
  'src/app/render-worker.ts',
  'src/app/senders.ts',
  'src/app/shipping.ts',
  'src/http/docs/sections.ts', // the list of the pages of the documentation
  'src/platform/config/carrier-settings.ts',
  'src/platform/config/config.ts',
  'src/platform/config/conflicts.ts',
  'src/platform/config/sms-settings.ts',
]

it('the core names no connector', () => {
  assert.ok(connectors.length > 1)
  const words = ['slack', 'teams', 'smtp', 'redis', 'runa'] // which are also words or parts of them, or a protocol
  const names = connectors
    .filter(({ kind }) => !words.includes(kind))
    .flatMap(({ kind }) => [kind, kind.replaceAll('-', '')])
  const anyCase = new RegExp(names.join('|'), 'i')
  const pattern =
    /\bSlack\b|\bredis\b|\bRuna\b|Microsoft Teams|AdaptiveCard|japanPost|jp-zipcode|labelFonts|noto-sans/
  const isNaming = (text: string) => anyCase.test(text) || pattern.test(text)
  const naming = globSync('src/**/*.ts', { cwd: root }).filter(
    (path) => !path.endsWith('.test.ts') && isNaming(readFileSync(join(root, path), 'utf8')),
  )
  assert.deepEqual(naming.map((path) => path.replaceAll('\\', '/')).toSorted(), wiring)
})

it('the application has every connector of packages/connectors', () => {
  const folders = globSync('packages/connectors/*/index.ts', { cwd: root })
  assert.deepEqual(
    folders.map((path) => path.replaceAll('\\', '/').split('/')[2]).toSorted(),
    [...parts, ...connectors.map(({ kind }) => kind)].toSorted(),
  )
})

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Type } from 'typebox'
import { type ConnectorSettings, compileSettings, mergeSettings } from './connector-settings.ts'

const text = Type.String({ maxLength: 100 })
const settings: ConnectorSettings = {
  url: { schema: text, label: { en: 'URL' }, receivesSecrets: true },
  token: { schema: text, label: { en: 'Token' }, isSecret: true },
  secret: {
    schema: Type.String({ maxLength: 100, default: '' }),
    label: { en: 'Secret' },
    isSecret: true,
  },
  name: { schema: text, label: { en: 'Name' } },
}
const stored = { url: 'https://a.example', token: 'stored', secret: '', name: 'One' }
const merge = (input: Record<string, unknown>) =>
  mergeSettings(settings, compileSettings(settings), input, stored)

it('requires a stored secret again for another address, and no empty one', () => {
  const { problems } = merge({ url: 'https://evil.example', token: '', name: 'Two' })
  assert.deepEqual(
    problems.map(({ code, param }) => [code, param]),
    [['required', 'settings.token']],
  )
  assert.deepEqual(merge({ url: 'https://b.example', token: 'new' }).problems, [])
})

it('retains a stored secret for the same address', () => {
  const { problems, values } = merge({ url: 'https://a.example', token: '', name: 'Two' })
  assert.deepEqual([problems, values.token, values.name], [[], 'stored', 'Two'])
})

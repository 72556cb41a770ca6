import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ConnectorSettings, Texts } from '#connections'

/** What the connectors of all ports declare. */
export interface DeclaredConnector {
  kind: string
  title: Texts
  about: Texts
  settings: ConnectorSettings
}

const languages = ['en', 'de', 'es', 'fr', 'ja'] as const

/** Registers the tests of what every connector declares, whatever its port. */
export function testConnector({ kind, title, about, settings }: DeclaredConnector): void {
  describe(`the connector ${kind}`, () => {
    it('has a name that a folder and a URL can have', () => {
      assert.match(kind, /^[a-z][a-z0-9-]{0,49}$/)
    })

    it('encrypts every setting whose name says that it is secret', () => {
      for (const [name, { isSecret }] of Object.entries(settings)) {
        assert.match(name, /^[a-z][a-z0-9_]*$/)
        const isSecretName = /key|secret|token|password|credential/.test(name)
        assert.ok(!isSecretName || isSecret === true, `${name} is not secret`)
      }
    })

    it('requires its secrets again for another address', () => {
      const hasSecrets = Object.values(settings).some(({ isSecret }) => isSecret === true)
      for (const [name, { receivesSecrets, isSecret }] of Object.entries(settings))
        if (hasSecrets && isSecret !== true && /^(url|host|server|endpoint)$/.test(name))
          assert.equal(receivesSecrets, true, `${name} is an address`)
    })

    it('has texts, in each language of the web app unless they are names', () => {
      const texts = Object.values(settings).flatMap(({ label, hint }) => [label, hint ?? label])
      for (const text of [title, about, ...texts]) assertTranslated(text)
    })

    it('limits the length of its texts', () => {
      for (const [name, { schema }] of Object.entries(settings)) {
        const { type, maxLength, enum: choices } = schema as Record<string, unknown>
        assert.ok(type !== 'string' || choices !== undefined || Number(maxLength) <= 100_000, name)
      }
    })
  })
}

/** Asserts that a text has every language. A text with English only is a name, such as EasyPost. */
function assertTranslated(text: Texts): void {
  const found = languages.filter((language) => text[language] !== undefined)
  assert.ok(found.length === 1 || found.length === languages.length, JSON.stringify(text))
  for (const language of found) assert.notEqual(text[language], '')
}

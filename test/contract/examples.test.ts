import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ApiError, versionNames, versions } from '#contract'
import { adminOnlyErrors } from '#contract/operation'
import { loadContract } from '#test/openapi-contract'

/* The test that every example in the documents matches its schema. */

for (const version of versionNames) {
  describe(`the document of ${version}`, () => {
    const { document, validate } = loadContract(version)
    const found = [...findMedia(document, '')]

    it('has examples', () => assert.ok(found.length > 80, `only ${found.length}`))

    it('has valid examples only', () => {
      const invalid = found.flatMap(({ pointer, value, name }) =>
        validate(pointer, value).map((problem) => `${pointer} ${name}: ${problem}`),
      )
      assert.deepEqual(invalid, [])
    })

    it('covers the errors of the admin API', () => {
      for (const code of adminOnlyErrors) {
        const body = JSON.parse(versions[version].renderError(new ApiError(code)))
        assert.deepEqual(validate('/components/schemas/Errors', body), [])
      }
    })
  })
}

interface FoundExample {
  pointer: string
  name: string
  value: unknown
}

// biome-ignore lint/suspicious/noExplicitAny: a document has every shape
function* findMedia(value: any, parentPointer: string): Generator<FoundExample> {
  if (typeof value !== 'object' || value === null) return
  if (value.schema !== undefined && !Array.isArray(value)) {
    const pointer = `${parentPointer}/schema`
    if (value.example !== undefined) yield { pointer, name: '', value: value.example }
    for (const [name, example] of Object.entries<{ value: unknown }>(value.examples ?? {}))
      yield { pointer, name, value: example.value }
  }
  for (const [name, inside] of Object.entries(value)) {
    if (name === 'example' || name === 'examples') continue
    yield* findMedia(inside, `${parentPointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`)
  }
}

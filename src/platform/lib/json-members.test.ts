import { strictEqual } from 'node:assert'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { findDuplicateMember } from './json-members.ts'

suite('duplicate members of a JSON text', () => {
  for (const [json, name] of [
    ['{"a":1,"b":2}', undefined],
    ['{"a":1,"a":1}', 'a'],
    ['{"a": {"a": 1}, "b": [{"a": 1}, {"a": 2}]}', undefined],
    ['{"a":{"b":1,"c":2,"b":3}}', 'b'],
    ['[{"x":1},{"y":1,"y" : 2}]', 'y'],
    ['{"a":"{\\"a\\":1}","b":"a"}', undefined],
    ['{"a":1,"\\u0061":2}', 'a'],
    ['{"":1,"":2}', ''],
    ['["a","a"]', undefined],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
    ['"a"', undefined],
  ] as const)
    test(`finds ${name === undefined ? 'none' : JSON.stringify(name)} in ${json}`, () => {
      strictEqual(findDuplicateMember(json), name)
    })

  test('finds none in the output of JSON.stringify', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        strictEqual(findDuplicateMember(JSON.stringify(value)), undefined)
      }),
    )
  })
})

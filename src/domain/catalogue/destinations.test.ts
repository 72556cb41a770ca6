import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listUsStates } from '#contract'
import {
  checkDestination,
  type DestinationMode,
  dependsOnState,
  findDeniedCode,
  formatDestination,
} from './destinations.ts'
import { mergeRules, validateRules } from './product-rules.ts'

const ohio = { country: 'US', region: 'OH', postal_code: '43004' }
const utah = { country: 'US', region: 'Utah', postal_code: '84101' }

// biome-ignore format: read down the columns
const cases: readonly [DestinationMode, string[], Parameters<typeof checkDestination>[1], string][] = [
  // mode    destinations        place                                                        result
  ['all',   [],                 undefined,                                                   'allowed'],
  ['allow', ['DE'],             undefined,                                                   'unknown'],
  ['allow', ['DE'],             { country: 'DE' },                                           'allowed'],
  ['allow', ['DE'],             { country: 'FR' },                                           'denied'],
  ['deny',  ['DE'],             { country: 'DE' },                                           'denied'],
  ['deny',  ['DE'],             { country: 'FR' },                                           'allowed'],
  ['allow', ['US'],             { country: 'US' },                                           'allowed'],
  ['allow', ['US-OH'],          { country: 'US' },                                           'unknown'],
  ['allow', ['US-OH'],          ohio,                                                        'allowed'],
  ['allow', ['US-OH'],          { country: 'US', region: 'ohio' },                           'allowed'],
  ['allow', ['US-OH'],          utah,                                                        'denied'],
  ['deny',  ['US-UT'],          utah,                                                        'denied'],
  ['deny',  ['US-UT'],          ohio,                                                        'allowed'],
  ['deny',  ['US-UT'],          { country: 'US' },                                           'unknown'],
  ['deny',  ['US-UT'],          { country: 'DE' },                                           'allowed'],
  ['deny',  ['US', 'US-UT'],    { country: 'US' },                                           'denied'],
  // the ZIP code counts as well as the region
  ['deny',  ['US-UT'],          { country: 'US', region: 'OH', postal_code: '84101' },       'denied'],
  ['deny',  ['US-UT'],          { country: 'US', region: 'OH', postal_code: '84101-1234' },  'denied'],
  ['allow', ['US-OH'],          { country: 'US', region: 'OH', postal_code: '84101' },       'denied'],
  ['allow', ['US-OH'],          { country: 'US', region: '', postal_code: '43004' },         'allowed'],
  // territories are countries, also in a US address
  ['deny',  ['PR'],             { country: 'US', region: 'PR', postal_code: '00901' },       'denied'],
  ['deny',  ['PR'],             { country: 'PR' },                                           'denied'],
  ['allow', ['US'],             { country: 'US', region: 'PR', postal_code: '00901' },       'denied'],
]

describe('destinations', () => {
  for (const [destination_mode, destinations, place, expected] of cases)
    it(`${destination_mode} ${destinations}: ${JSON.stringify(place)} is ${expected}`, () => {
      assert.equal(checkDestination({ destination_mode, destinations }, place), expected)
    })

  it('name the state only if the rules depend on the state', () => {
    const denied = (destinations: string[], destination_mode: DestinationMode = 'deny') =>
      findDeniedCode({ destination_mode, destinations }, utah)
    assert.equal(denied(['US']), 'US')
    assert.equal(denied(['US-UT']), 'US-UT')
    assert.equal(denied(['DE'], 'allow'), 'US')
    assert.equal(denied(['DE']), undefined)
    assert.equal(dependsOnState({ destinations: ['US', 'US-UT'] }), false)
    assert.deepEqual(['DE', 'US', 'US-UT', 'NL'].map(formatDestination), [
      'Germany',
      'the US',
      'Utah',
      'the Netherlands',
    ])
  })

  it('are stored in capital letters, sorted, each once', () => {
    const none = { destination_mode: 'all', destinations: [], minimum_age: null } as const
    const rules = mergeRules(none, {
      destination_mode: 'allow',
      destinations: [' us-ca', 'de', 'DE'],
    })
    assert.deepEqual(rules.destinations, ['DE', 'US-CA'])
    assert.deepEqual(validateRules(rules), [])
    assert.deepEqual(mergeRules(rules, { destination_mode: 'all' }).destinations, [])
    assert.deepEqual(mergeRules(rules, { minimum_age: 18 }), { ...rules, minimum_age: 18 })
  })

  it('reject unknown codes, a mode without places, and places without a mode', () => {
    const codes = (destination_mode: DestinationMode, destinations: string[]) =>
      validateRules({ destination_mode, destinations, minimum_age: null }).map(({ code }) => code)
    assert.deepEqual(codes('allow', ['XX']), ['invalid'])
    assert.deepEqual(codes('allow', ['DE-BY']), ['invalid'])
    assert.deepEqual(codes('allow', ['US-PR']), ['invalid'])
    assert.deepEqual(codes('deny', []), ['required'])
    assert.deepEqual(codes('all', ['DE']), ['not_allowed'])
    assert.equal(listUsStates().length, 54)
  })
})

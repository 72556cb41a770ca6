import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type AddressProblem, classifyAddressProblem } from './address-problem.ts'

// biome-ignore format: aligned columns
const messages: [message: string, problem: AddressProblem | undefined][] = [
  ['House number is missing',                                   'house_number'],
  ['There is no house with the number 117 in this street.',     'house_number'],
  ['E.HOUSE_NUMBER.INVALID',                                    'house_number'],
  ['Missing secondary information (apartment or suite number)', 'unit'],
  ['Invalid zip code for the destination',                      'postal_code'],
  ['The postal code does not match the city.',                  'postal_code'],
  ['Address not found',                                         'not_found'],
  ['The carrier cannot find this address.',                     'not_found'],
  ['The parcel exceeds the weight limit.',                      undefined],
  ['Zippy Couriers is closed',                                  undefined],
  ['',                                                          undefined],
]

for (const [message, problem] of messages)
  it(`classifies "${message}" as ${problem ?? 'unknown'}`, () => {
    assert.equal(classifyAddressProblem(message), problem)
  })

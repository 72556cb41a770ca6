import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compileFilter, validateFilter } from './event-filter.ts'
import { runWithin } from './time-limit.ts'

const event = {
  event_id: '019de370-4ac0-74e2-8f3a-51c07d9bea01',
  event_type: 'gift_request_created',
  payload_version: '2026-05',
}
const body = Buffer.from(
  JSON.stringify({
    status: 'submitted',
    campaign: { name: 'Welcome kit' },
    metadata: { team: 'sales', stage: '3' },
    shipping_address: null,
    line_items: [{ sku: 'MUG', quantity: 2 }],
  }),
)
const judge = (expression: string) => compileFilter(expression).judge(event, body)

// biome-ignore format: a table
const judged: [expression: string, kind: 'matches' | 'left_out' | 'failed'][] = [
  ['event.type == "gift_request_created"',                         'matches'],
  ['event.type != "gift_request_created"',                         'left_out'],
  ['event.type in ["gift_request_created", "gift_request_cancelled"]', 'matches'],
  ['event.version == "2025-10"',                                   'left_out'],
  ['body.campaign.name.startsWith("Wel")',                         'matches'],
  ['body.metadata.team == "support"',                              'left_out'],
  ['has(body.metadata.region) && body.metadata.region == "eu"',    'left_out'],
  ['int(body.metadata.stage) >= 3',                                'matches'],
  ['body.line_items.exists(item, item.sku == "MUG")',              'matches'],
  ['body.line_items.all(item, item.quantity < 2)',                 'left_out'],
  ['body.line_items.exists(item, item.quantity == 2)',             'matches'],
  ['size(body.line_items) == 1',                                   'matches'],
  ['body.shipping_address == null',                                'matches'],
  // What fails is sent.
  ['body.metadata.region == "eu"',                                 'failed'],
  ['body.shipping_address.country == "DE"',                        'failed'],
  ['body.line_items[7].sku == "MUG"',                              'failed'],
  ['body.status',                                                  'failed'],
  ['body.status.startsWith(body.line_items)',                      'failed'],
  ['timestamp(body.status) > timestamp("2026-01-01T00:00:00Z")',   'failed'],
  ['body.__proto__ == null',                                       'failed'],
  ['body.constructor == null',                                     'failed'],
]
for (const [expression, kind] of judged)
  test(`${expression}: ${kind}`, () => {
    assert.deepEqual(validateFilter(expression), [])
    assert.equal(judge(expression).kind, kind)
  })

// biome-ignore format: a table
const refused: [expression: string, message: RegExp][] = [
  ['',                                             /must not be empty/],
  ['  ',                                           /must not be empty/],
  ['event.type = "x"',                             /Unexpected character/],
  ['1 + 1',                                        /true or false for each event.*int/],
  ['"yes"',                                        /true or false/],
  ['foo == 1',                                     /Unknown variable: foo/],
  ['event.typ == "x"',                             /typ/],
  ['event.type == 1',                              /./],
  ['body.status.matches("(a+)+$")',                /must not use matches/],
  ['duration(body.status) == duration("1s")',      /must not use duration/],
  ['matches(body.status, "(a+)+$")',               /must not use matches/],
  ['body.line_items.map(x, x).size() > 0',         /must not use map/],
  ['cel.bind(x, body, x == x)',                    /must not use bind/],
  ['body.status.split("").size() > 2',             /must not use split/],
  ['[1].exists(x, [1].exists(y, x == y))',         /must not have exists inside/],
  ['[[1].exists(y, y == 1)].exists(x, [x].all(z, z))', /must not have all inside/],
  ['body.line_items.exists(x, x == body || x == body || body == x)', /too many steps/],
  [`body.line_items.all(x, ${Array(20).fill('x.a.contains(x.b)').join(' && ')})`, /too many steps/],
  [`${'('.repeat(60)}true${')'.repeat(60)}`,       /./],
  [`event.id in [${Array(101).fill('""').join()}]`, /./],
  ['x'.repeat(1_001),                              /at most 1000 characters/],
]
for (const [expression, message] of refused)
  test(`refuses ${expression.slice(0, 60)}`, () => {
    const [problem] = validateFilter(expression)
    assert.equal(problem?.param, 'filter')
    assert.match(problem.message, message)
  })

test('sends the event if the body is no JSON, or the stored expression is no longer valid', () => {
  assert.equal(compileFilter('body == 1').judge(event, Buffer.from('{')).kind, 'failed')
  const removed = compileFilter('body.status.matches("x")').judge(event, body)
  assert.equal(removed.kind, 'failed')
})

test('allows many comparisons of values of the body', () => {
  for (const expression of [
    Array(22).fill('body.a == body.b').join(' && '),
    'body.line_items.all(x, x.sku.contains("Z") == false && x.sku.lowerAscii() != "y")',
    Array(25).fill('body.metadata.key_1.contains("y")').join(' || '),
  ])
    assert.deepEqual(validateFilter(expression), [], expression)
})

test('ends a function that does not end by itself', () => {
  let count = 0
  assert.equal(
    runWithin(20, () => {
      for (;;) count += 1
    }),
    false,
  )
  assert.ok(count > 0)
  assert.equal(
    runWithin(1_000, () => {
      count = -1
    }),
    true,
  )
  assert.equal(count, -1)
  assert.throws(
    () =>
      runWithin(1_000, () => {
        throw new Error('a fault')
      }),
    /a fault/,
  )
})

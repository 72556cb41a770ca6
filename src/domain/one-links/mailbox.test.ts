import assert from 'node:assert/strict'
import { it } from 'node:test'
import { toMailbox } from './mailbox.ts'

// biome-ignore format: read down the columns
const cases: readonly [email: string, mailbox: string][] = [
  ['Ada@Example.com',               'ada@example.com'],
  ['ada+gift@example.com',          'ada@example.com'],
  ['ada+a+b@example.com',           'ada@example.com'],
  ['a.d.a@example.com',             'a.d.a@example.com'],
  ['a-da@example.com',              'a-da@example.com'],
  ['A.d.A+x@googlemail.com',        'ada@gmail.com'],
  ['a.da@gmail.com',                'ada@gmail.com'],
  ['ada-shop@yahoo.com',            'ada@yahoo.com'],
  ['ada@me.com',                    'ada@icloud.com'],
  ['ada@pm.me',                     'ada@proton.me'],
  ['ada@bücher.example',            'ada@xn--bcher-kva.example'],
  ['ada@XN--BCHER-KVA.example',     'ada@xn--bcher-kva.example'],
  ['+ada@example.com',              '+ada@example.com'],
  ['...@gmail.com',                 '...@gmail.com'],
  ['"a@b"@example.com',             '"a@b"@example.com'],
]

for (const [email, mailbox] of cases)
  it(`maps ${email} to ${mailbox}`, () => {
    assert.equal(toMailbox(email), mailbox)
  })

it('maps each mailbox to itself', () => {
  for (const [, mailbox] of cases) assert.equal(toMailbox(mailbox), mailbox)
})

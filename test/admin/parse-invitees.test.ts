import assert from 'node:assert/strict'
import { it } from 'node:test'
import { parseInvitees } from '#web-src/pages/settings/parse-invitees'

it('reads addresses with and without names, in the forms of mail programs and spreadsheets', () => {
  const list = `ada@example.com
    "Grace Hopper" <grace@example.com>
    Alan Turing, alan@example.com
    katherine@example.com\tKatherine Johnson
    one@example.com, two@example.com; three@example.com
    ADA@example.com
    not an address`
  assert.deepEqual(
    parseInvitees(list).map(({ email, name }) => `${name} <${email}>`),
    [
      'Ada <ada@example.com>',
      'Grace Hopper <grace@example.com>',
      'Alan Turing <alan@example.com>',
      'Katherine Johnson <katherine@example.com>',
      'One <one@example.com>',
      'Two <two@example.com>',
      'Three <three@example.com>',
      'Not an address <not an address>',
    ],
  )
  assert.deepEqual(parseInvitees(' \n;\n'), [])
})

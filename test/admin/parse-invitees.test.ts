import assert from 'node:assert/strict'
import { it } from 'node:test'

// imports the module at run time, because the compiler checks the web app as a separate program
const path: string = '#web-src/pages/settings/parse-invitees'
const { parseInvitees } = await import(path)

it('reads addresses with and without names, in the forms of mail programs and spreadsheets', () => {
  const list = `ada@example.com
    "Grace Hopper" <grace@example.com>
    Alan Turing, alan@example.com
    katherine@example.com\tKatherine Johnson
    one@example.com, two@example.com; three@example.com
    ADA@example.com
    jan@b\u00fccher.example
    Jan Buch <JAN@xn--bcher-kva.example>
    not an address`
  assert.deepEqual(
    parseInvitees(list).map(
      ({ email, name }: { email: string; name: string }) => `${name} <${email}>`,
    ),
    [
      'Ada <ada@example.com>',
      'Grace Hopper <grace@example.com>',
      'Alan Turing <alan@example.com>',
      'Katherine Johnson <katherine@example.com>',
      'One <one@example.com>',
      'Two <two@example.com>',
      'Three <three@example.com>',
      'Jan <jan@b\u00fccher.example>',
      'Not an address <not an address>',
    ],
  )
  assert.deepEqual(parseInvitees(' \n;\n'), [])
})

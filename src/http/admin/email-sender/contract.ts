import { type Static, Type } from 'typebox'
import { operation } from '../lib/operation.ts'
import { oneOfTexts, orNull, strict, Timestamp } from '../lib/schemas.ts'

export const EmailSender = Type.Object({
  email: Type.String(),
  domain: Type.String(),
  enabled: Type.Boolean({ description: 'Whether emails leave from this address.' }),
  is_proven: Type.Boolean({ description: 'Whether the account has proven the domain.' }),
  record: Type.Object(
    { name: Type.String(), value: Type.String() },
    { description: 'The TXT record with the key that signs the emails.' },
  ),
  created_at: Timestamp,
})
export type EmailSender = Static<typeof EmailSender>

const EmailSenderSettings = Type.Object({
  sender: orNull(EmailSender),
  server: orNull(
    Type.Object(
      { id: Type.String(), name: Type.String(), enabled: Type.Boolean() },
      { description: 'The connection that sends. Null if the installation sends.' },
    ),
  ),
  installation_address: Type.String({
    description: 'The address from which emails leave without an own one.',
  }),
})

export const RecordCheck = Type.Object({
  kind: oneOfTexts('spf', 'dkim', 'dmarc'),
  name: Type.String(),
  found: Type.Array(Type.String()),
  expected: orNull(Type.String()),
  problem: orNull(
    oneOfTexts(
      'missing',
      'several',
      'invalid',
      'too_many_lookups',
      'other_key',
      'revoked',
      'doubled_name',
      'would_reject',
      'dns_failed',
    ),
  ),
})
export type RecordCheck = Static<typeof RecordCheck>

export const readEmailSender = operation('GET', '/email-sender', {
  permission: 'administration',
  summary: 'show the address from which the account sends its emails',
  reply: EmailSenderSettings,
})

export const saveEmailSender = operation('PUT', '/email-sender', {
  permission: 'administration',
  clock: 'real',
  summary: 'set the address from which the account sends its emails',
  body: Type.Object({ email: Type.String({ maxLength: 320 }) }, strict),
  reply: EmailSender,
})

export const removeEmailSender = operation('DELETE', '/email-sender', {
  permission: 'administration',
  clock: 'real',
  summary: 'delete the address and its key; emails leave from the address of the installation',
})

export const checkEmailSender = operation('POST', '/email-sender/check', {
  permission: 'administration',
  summary: 'look SPF, DKIM and DMARC up in the DNS',
  weight: 10,
  reply: Type.Object({ records: Type.Array(RecordCheck) }),
})

export const enableEmailSender = operation('POST', '/email-sender/enable', {
  permission: 'administration',
  summary: 'send emails from the address, if the DNS has its DKIM record',
  weight: 10,
  reply: EmailSender,
})

export const disableEmailSender = operation('POST', '/email-sender/disable', {
  permission: 'administration',
  clock: 'real',
  summary: 'send emails from the address of the installation again',
  reply: EmailSender,
})

export const testEmailSender = operation('POST', '/email-sender/test', {
  permission: 'administration',
  summary: 'send one email from the address to the user, and say what came back',
  weight: 20,
  reply: Type.Object({ ok: Type.Boolean(), tried: Type.String(), answer: Type.String() }),
})

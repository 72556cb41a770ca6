import type { OutgoingEmail } from '#email'

/** Returns an email to this address, for the tests to send. */
export const mailTo = (email: string): OutgoingEmail => ({
  message_id: '<1@example.com>',
  from: { name: 'Bestow', email: 'gifts@example.com' },
  reply_to: undefined,
  to: { name: 'Ada', email },
  envelope_from: 'gifts@example.com',
  subject: 'A gift',
  html: '<p>Hello</p>',
  text: 'Hello',
  language: 'en',
  unsubscribe_url: undefined,
  date: new Date('2026-05-01T10:00:00Z'),
})

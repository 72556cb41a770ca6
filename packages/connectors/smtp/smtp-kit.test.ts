import { testConnector } from '#test/connector-kit'
import { type MailOptions, testMailSender } from '#test/mail-sender-kit'
import { smtp } from './index.ts'

const values = ({ port, returnsToSender }: MailOptions) => ({
  host: '127.0.0.1',
  port,
  security: 'none',
  user: 'larkfield',
  password: 'a secret password',
  returned_emails: returnsToSender ? 'sender' : 'bestow',
})

testConnector(smtp)
testMailSender('SMTP', {
  open: (options) => smtp.open(values(options), options.outbound),
  test: (options) => smtp.test(values(options), options.outbound),
  secrets: ['a secret password'],
})

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { parseBounce } from './parse-bounce.ts'

const messageRef = '0192d3a4b5c670008abc0123456789ab.abcdefghijkm'
const id = '0192d3a4-b5c6-7000-8abc-0123456789ab'

interface Report {
  to?: string
  action?: string
  status?: string
  messageId?: string
}

/** A delivery status notification as mail servers write it (RFC 3464). */
const report = ({
  to = 'gifts@example.com',
  action = 'failed',
  status = '5.1.1',
  messageId = '<x@example.com>',
}: Report) =>
  `From: MAILER-DAEMON@mx.example.org
To: ${to}
Subject: Undelivered Mail Returned to Sender
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b1"

--b1
Content-Type: text/plain; charset=us-ascii

I'm sorry to have to inform you that your message could not be delivered.

--b1
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.org

Final-Recipient: rfc822; ada@example.org
Action: ${action}
Status: ${status}
Diagnostic-Code: smtp; 550 ${status} <ada@example.org>: Recipient address
    rejected: no such user

--b1
Content-Type: message/rfc822

Message-ID: ${messageId}
From: Dana Lee <gifts@example.com>
To: ada@example.org
Subject: A gift

Hello

--b1--
`.replaceAll('\n', '\r\n')

it('identifies the email by the address that received the report', async () => {
  assert.deepEqual(await parseBounce(report({ to: `bounces+${messageRef}@example.com` })), {
    id,
    code: 'abcdefghijkm',
    response: 'smtp; 550 5.1.1 <ada@example.org>: Recipient address rejected: no such user',
    isInvalidAddress: true,
  })
})

it('identifies the email by the envelope recipient in any case', async () => {
  const bounce = await parseBounce(report({}), `BOUNCES+${messageRef.toUpperCase()}@EXAMPLE.COM`)
  assert.equal(bounce?.id, id)
  assert.equal(bounce?.code, 'abcdefghijkm')
})

it('identifies the email by the returned message', async () => {
  assert.equal((await parseBounce(report({ messageId: `<${messageRef}@example.com>` })))?.id, id)
})

it('does not treat a delay as a rejection', async () => {
  const to = `bounces+${messageRef}@example.com`
  assert.equal(await parseBounce(report({ to, action: 'delayed', status: '4.4.1' })), undefined)
  assert.equal(await parseBounce(report({ to, action: 'failed', status: '4.4.7' })), undefined)
})

it('does not mark the address as invalid for a full mailbox or a policy rejection', async () => {
  const to = `bounces+${messageRef}@example.com`
  for (const status of ['5.2.2', '5.7.1'])
    assert.equal((await parseBounce(report({ to, status })))?.isInvalidAddress, false, status)
})

it('does not treat an out-of-office reply as a rejection', async () => {
  const note = `To: bounces+${messageRef}@example.com\r\nSubject: I am away\r\n\r\nUntil Monday.`
  assert.equal(await parseBounce(note), undefined)
})

it('returns undefined for unrelated or malformed mail', async () => {
  for (const text of ['', 'Hello', report({}), 'To: x\r\n\r\nhello', '\0\u00ff'.repeat(100)])
    assert.equal(await parseBounce(text), undefined)
})

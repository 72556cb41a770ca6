import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseBounce } from './parse-bounce.ts'

const messageRef = '0192d3a4b5c670008abc0123456789ab.abcdefghijkm'
const id = '0192d3a4-b5c6-7000-8abc-0123456789ab'

interface Report {
  to?: string
  action?: string
  status?: string
  messageId?: string
}

/** Builds a delivery status notification in the form that mail servers use (RFC 3464). */
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

describe('a report of another mail server', () => {
  const to = `bounces+${messageRef}@example.com`
  const parse = (type: string, status: string) =>
    parseBounce(
      `To: ${to}\nMIME-Version: 1.0\nContent-Type: multipart/report; boundary="b"\n\n--b\nContent-Type: text/plain\n\nReport\n\n--b\nContent-Type: ${type}\n\n${status}\n\n--b--\n`.replaceAll(
        '\n',
        '\r\n',
      ),
    )

  it('that gave up after its attempts counts, and leaves the address alone', async () => {
    const exchange = `Reporting-MTA: dns;mail.corp.example\n\nFinal-Recipient: rfc822;ada@corp.example\nAction: failed\nStatus: 4.4.7\nDiagnostic-Code: smtp;550 4.4.7 QUEUE.Expired; message expired`
    const bounce = await parse('message/delivery-status', exchange)
    assert.deepEqual([bounce?.id, bounce?.isInvalidAddress], [id, false])
  })

  it('with an unknown recipient in UTF-8 suppresses the address (RFC 6533)', async () => {
    const report = `Reporting-MTA: dns;mx.example\n\nFinal-Recipient: utf-8;用户@例子.广告\nAction: failed\nStatus: 5.1.10\nDiagnostic-Code: smtp;550 5.1.10 not found`
    const bounce = await parse('message/global-delivery-status', report)
    assert.deepEqual([bounce?.id, bounce?.isInvalidAddress], [id, true])
  })

  it('without a specific status is judged by the reply', async () => {
    const exim = (reply: string) =>
      parse(
        'message/delivery-status',
        `Reporting-MTA: dns; mx.example\n\nAction: failed\nFinal-Recipient: rfc822;ada@corp.example\nStatus: 5.0.0\nRemote-MTA: dns; mx.corp.example\nDiagnostic-Code: smtp; ${reply}`,
      )
    assert.equal((await exim('550 5.7.1 blocked using a blocklist'))?.isInvalidAddress, false)
    assert.equal((await exim('552 message exceeds the size limit'))?.isInvalidAddress, false)
    assert.equal((await exim('550 User unknown'))?.isInvalidAddress, true)
  })

  it('of Amazon SES counts, and a reply about the sender leaves the address alone', async () => {
    const ses = (status: string, diagnostic: string) =>
      parseBounce(
        `Return-Path: <>\nFrom: MAILER-DAEMON@eu-west-1.amazonses.com\nTo: ${to}\nSubject: Delivery Status Notification (Failure)\nMIME-Version: 1.0\nContent-Type: multipart/report;\n\tboundary="----=_Part_1"; report-type=delivery-status\nMessage-ID: <0102019a-000000@eu-west-1.amazonses.com>\nFeedback-ID: 1.eu-west-1.x:AmazonSES\nX-SES-Outgoing: 2026.05.04-54.240.7.19\n\n------=_Part_1\nContent-Type: text/plain; charset=us-ascii\nContent-Transfer-Encoding: 7bit\nContent-Description: Notification\n\nAn error occurred while trying to deliver the mail to the following recipients:\nada@corp.example\n------=_Part_1\nContent-Type: message/delivery-status\nContent-Transfer-Encoding: 7bit\nContent-Description: Delivery Status Notification\n\nReporting-MTA: dns; a7-19.smtp-out.eu-west-1.amazonses.com\n\nAction: failed\nFinal-Recipient: rfc822; ada@corp.example\nDiagnostic-Code: ${diagnostic}\nStatus: ${status}\n\n\n------=_Part_1\nContent-Type: message/rfc822\nContent-Description: Undelivered Message\n\nMessage-ID: <0102019a-111111@eu-west-1.amazonses.com>\nSubject: A gift\n\nHello\n------=_Part_1--\n`.replaceAll(
          '\n',
          '\r\n',
        ),
      )
    // biome-ignore format: read down the columns
    const rows: [status: string, diagnostic: string, isInvalidAddress: boolean][] = [
      ['5.1.1', 'smtp; 550 5.1.1 user unknown', true],
      ['5.1.1', 'Amazon SES has suppressed sending to this address because it has a recent history of bouncing as an invalid address.', true],
      ['5.1.1', 'Amazon SES did not send the message to this address because it is on the suppression list for your account.', true],
      ['4.4.7', 'smtp; 550 4.4.7 Message expired: unable to deliver in 840 minutes.<421 4.4.0 Unable to lookup DNS for corp.example>', false],
      ['5.2.2', 'smtp; 552 5.2.2 mailbox full', false],
      ['5.0.0', 'smtp; 550 5.7.1 [54.240.7.19] is on a block list', false],
      ['5.7.1', 'smtp; 554 5.7.1 Message rejected under suspicion of SPAM', false],
    ]
    for (const [status, diagnostic, isInvalidAddress] of rows) {
      const bounce = await ses(status, diagnostic)
      assert.deepEqual([bounce?.id, bounce?.isInvalidAddress], [id, isInvalidAddress], diagnostic)
    }
  })

  it('of qmail counts', async () => {
    const qmail = (reply: string) =>
      parseBounce(
        `To: ${to}\r\nSubject: failure notice\r\n\r\nHi. This is the qmail-send program at mx.example.\r\nI'm afraid I wasn't able to deliver your message to the following addresses.\r\n\r\n<ada@corp.example>:\r\n203.0.113.5 does not like recipient.\r\nRemote host said: ${reply}\r\nGiving up on 203.0.113.5.\r\n\r\n--- Below this line is a copy of the message.\r\n`,
      )
    const unknown = await qmail('550 sorry, no mailbox here by that name. (#5.1.1)')
    assert.deepEqual([unknown?.id, unknown?.isInvalidAddress], [id, true])
    assert.equal((await qmail('554 rejected due to spam'))?.isInvalidAddress, false)
  })

  it('about a complaint, a relay or an expansion is no bounce', async () => {
    const complaint = 'Feedback-Type: abuse\nUser-Agent: x/1\nVersion: 1'
    assert.equal(await parse('message/feedback-report', complaint), undefined)
    for (const action of ['delayed', 'delivered', 'relayed', 'expanded']) {
      const status = `Reporting-MTA: dns;mx\n\nFinal-Recipient: rfc822;a@b.example\nAction: ${action}\nStatus: 4.4.1`
      assert.equal(await parse('message/delivery-status', status), undefined, action)
    }
  })
})

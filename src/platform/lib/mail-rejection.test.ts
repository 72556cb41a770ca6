import assert from 'node:assert/strict'
import { it } from 'node:test'
import { findCause } from './mail-rejection.ts'

// biome-ignore format: one reply a line
const replies = [
  // replies of Exchange Online
  ['address', '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient ada@corp.example not found by SMTP address lookup'],
  ['address', '550 5.4.1 Recipient address rejected: Access denied. [ABC.prod.protection.outlook.com 2026-05-01T10:00:00.000Z 08D]'],
  ['address', '550 5.4.310 DNS domain corp.exmaple does not exist [Message=InfoDomainNonexistent]'],
  ['sender', '550 5.7.606 Access denied, banned sending IP [203.0.113.9]. To request removal visit https://sender.office.com/'],
  ['sender', '550 5.7.509 Access denied, sending domain gifts.example does not pass DMARC verification'],
  ['sender', '550 5.7.133 RESOLVER.RST.SenderNotAuthenticatedForGroup; authentication required'],
  ['other', '552 5.2.2 STOREDRV.Deliver; mailbox full'],
  // replies of Gmail
  ['address', "550-5.1.1 The email account that you tried to reach does not exist. Please try 550-5.1.1 double-checking the recipient's email address https://support.google.com/mail/?p=NoSuchUser x - gsmtp"],
  ['address', '550 5.2.1 The email account that you tried to reach is inactive. https://support.google.com/mail/?p=DisabledUser'],
  ['other', '552 5.2.2 The recipient’s inbox is out of storage space. https://support.google.com/mail/?p=OverQuotaPerm'],
  ['sender', '550-5.7.26 This mail has been blocked because the sender is unauthenticated. SPF [gifts.example] with ip: [203.0.113.9] = did not pass'],
  ['sender', '550 5.7.1 [203.0.113.9] Our system has detected that this message is likely unsolicited mail'],
  // replies of Postfix
  ['address', '550 5.1.1 <ada@corp.example>: Recipient address rejected: User unknown in virtual mailbox table'],
  ['address', '554 5.4.4 Host or domain name not found. Name service error for name=corp.exmaple type=A: Host not found'],
  ['sender', '554 5.7.1 Service unavailable; Client host [203.0.113.9] blocked using zen.spamhaus.org'],
  ['sender', '450 4.7.1 <ada@corp.example>: Recipient address rejected: Greylisted'],
  ['sender', '554 5.7.1 client [5.1.1.9] rejected'],
  // replies of Amazon SES
  ['sender', '454 Throttling failure: Daily message quota exceeded.'],
  ['sender', '454 Throttling failure: Maximum sending rate exceeded.'],
  ['sender', '554 Message rejected: Email address is not verified. The following identities failed the check in region EU-WEST-1: gifts@example.com'],
  ['sender', '535 Authentication Credentials Invalid'],
  // replies of Exim, without enhanced codes
  ['address', '550 Unrouteable address'],
  ['address', '550 No Such User Here'],
  ['sender', '550 Blocked: 203.0.113.9 is listed at zen.example'],
  ['sender', '550 SPF check failed for gifts.example'],
  ['sender', '550 Sender verify failed'],
  ['sender', '550 Administrative prohibition'],
  ['sender', '550 relay not permitted'],
  ['other', '550 Mailbox is over its quota'],
  ['other', '552 Message size exceeds maximum permitted: too large'],
  // replies of Sendmail, Yahoo, and servers in other languages
  ['address', '553 5.3.0 <ada@corp.example>... User unknown'],
  ['address', "554 delivery error: dd This user doesn't have a yahoo.com account (ada@corp.example) [0] - mta1.mail.yahoo.com"],
  ['address', '554 5.7.1 <ada@corp.example>: Recipient address rejected: user ada@corp.example does not exist'],
  ['address', '550 5.7.17 mailbox owner has changed'],
  ['address', '550 Benutzer unbekannt'],
  ['address', "550 5.1.1 Adresse d'au moins un destinataire invalide. Invalid recipient. OFR_416 [416]"],
  ['address', '550 Destinataire inconnu'],
  ['address', '550 El destinatario no existe'],
  ['sender', '550 mail rejeté par l’antispam, LPN007_510'],
  ['sender', '554 Transaction failed : Cannot send message due to possible abuse'],
  ['sender', '550 Rejected by header based manually Blocked Senders: gifts.example'],
  ['sender', '451 Temporary local problem - please try later: 4.3.0 daily sending limit exceeded'],
  ['other', '451 4.3.0 Mail server temporarily rejected message'],
  ['other', '554 5.6.0 Invalid content, such as a bare LF'],
  // replies of qmail and other servers
  ['address', 'Remote host said: 550 sorry, no mailbox here by that name. (#5.1.1)'],
  ['sender', '553 sorry, your envelope sender is in my badmailfrom list (#5.7.1)'],
  ['address', '550 Requested action not taken: mailbox unavailable'],
  ['sender', '550 5.1.1 Mail refused, IP 203.0.113.9 is listed in a blocklist'],
  ['address', '550 5.1.1 <spam@rate.example>: Recipient address rejected: User unknown in relay recipient table'],
  ['address', '550 5.1.6 <ada@spf.example>: the mailbox has moved'],
  ['sender', '550 5.1.8 Sender address rejected: Domain not found'],
  ['sender', '550 Too many recipients for this sender'],
  ['address', "554 delivery error: dd This user doesn't have a yahoo.com account (ada@yahoo.example) [0]"],
  ['address', '550 5.5.0 Requested action not taken: mailbox unavailable'],
  ['address', '550-5.4.1 All recipient addresses rejected : Access denied'],
  ['other', '550 Rejected'],
  ['other', '550 5.1.1.9 rejected'],
  ['other', '421 4.3.2 Try again later'],
  ['address', '550 5.1.10 gmial.example does not accept mail (nullMX)'],
] as const

it('finds in a reply whether the address or the sender is rejected', () => {
  const wrong = replies
    .map(([cause, reply]) => ({ cause, found: findCause({ reply }), reply }))
    .filter(({ cause, found }) => cause !== found)
  assert.deepEqual(wrong, [])
})

it('prefers the status of a report, unless it says nothing', () => {
  const cases = [
    ['address', '5.1.1', ''],
    ['address', '5.4.4', ''],
    ['other', '4.4.7', 'smtp;550 4.4.7 QUEUE.Expired; message expired'],
    ['other', '4.4.1', 'smtp; connect to mx.corp.example: Connection timed out'],
    ['sender', '5.0.0', 'smtp; 550 5.7.1 blocked using a blocklist'],
    ['address', '5.0.0', 'smtp; 550 5.1.1 no such user'],
    ['address', '5.0.0', 'smtp; 550 User unknown'],
    ['other', '4.0.0', 'smtp; 450 User unknown'],
    ['other', '5.0.0', 'smtp; 552 message exceeds the size limit'],
    ['other', '5.0.0', ''],
    ['sender', '5.7.1', 'smtp; 550 no such user'],
  ] as const
  for (const [cause, status, reply] of cases)
    assert.equal(findCause({ status, reply }), cause, `${status} ${reply}`)
})

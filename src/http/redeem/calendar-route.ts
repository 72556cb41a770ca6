import type { FastifyReply } from 'fastify'
import { sha256 } from '#platform/crypto/encryption'
import { recipientOrigin } from '#platform/deployment'
import { expiryTimeZone } from '#platform/lib/expiry-time-zone'
import type { GiftContext } from './gift-context.ts'

/**
 * Sends an iCalendar file (RFC 5545) with the last day of the gift. It contains only two personal data: the
 * sender's name and the link.
 */
export function sendCalendar({
  gift,
  link,
  code,
  deps,
  localizer,
  now,
  reply,
}: GiftContext): FastifyReply {
  const origin = recipientOrigin(deps.db.deployment, link.account_id)
  const lines = buildCalendar({
    uid: `${sha256(code).toString('hex', 0, 16)}@${new URL(origin).host}`,
    day: gift.expires_at,
    now,
    summary: localizer.t('calendar.summary', { sender: gift.sender.name }),
    url: `${origin}/r/${code}`,
  })
  return reply
    .headers({
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'attachment; filename="gift.ics"',
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; sandbox`,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex, nofollow, noarchive',
    })
    .send(lines)
}

interface LastDay {
  uid: string
  /** The time that decides the day of the event. Pages and emails name the same day. */
  day: Date
  now: Date
  summary: string
  url: string
}

const dayMs = 24 * 60 * 60 * 1000

/** Builds a calendar with one event that takes a whole day. It has a reminder on the day before. */
export function buildCalendar({ uid, day, now, summary, url }: LastDay): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Bestow//Gift//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${now.toISOString().replace(/[-:]|\.\d+/g, '')}`,
    `DTSTART;VALUE=DATE:${toDate(day)}`,
    `DTEND;VALUE=DATE:${toDate(new Date(day.getTime() + dayMs))}`,
    `SUMMARY:${escapeText(summary)}`,
    `DESCRIPTION:${escapeText(url)}`,
    `URL:${url}`,
    'TRANSP:TRANSPARENT',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escapeText(summary)}`,
    'TRIGGER:-PT15H',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${foldLine(line)}\r\n`).join('')
}

const dateFormat = new Intl.DateTimeFormat('en-CA', {
  timeZone: expiryTimeZone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

const toDate = (at: Date) => dateFormat.format(at).replaceAll('-', '')

/** Escapes a value of the type TEXT (RFC 5545, 3.3.11), and removes control characters. */
const escapeText = (text: string) =>
  text
    .replace(/[\\;,]/g, (sign) => `\\${sign}`)
    .replace(/\r\n|\r|\n/g, '\\n')
    .replace(/\p{Cc}/gu, '')

/** Splits a line into parts of at most 75 octets, only between characters (RFC 5545, 3.1). */
function foldLine(line: string): string {
  let folded = ''
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > 75) {
      folded += '\r\n '
      octets = 1
    }
    folded += character
    octets += size
  }
  return folded
}

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { buildCalendar } from './calendar-route.ts'

it('escapes and folds the text of a calendar file', () => {
  const text = buildCalendar({
    uid: 'a@b',
    day: new Date('2026-01-21T06:00:00Z'),
    now: new Date('2026-01-01T00:00:00Z'),
    summary: `A; B, C\\D\r\nEND:VCALENDAR ${'贈り物'.repeat(40)}`,
    url: 'https://example.com/r/x',
  })
  for (const line of text.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75, line)
  const unfolded = text.replaceAll('\r\n ', '')
  assert.match(unfolded, /SUMMARY:A\\; B\\, C\\\\D\\nEND:VCALENDAR 贈り物/)
  assert.equal([...unfolded.matchAll(/^END:VCALENDAR/gm)].length, 1)
  assert.match(unfolded, /DTSTART;VALUE=DATE:20260120\r\nDTEND;VALUE=DATE:20260121/)
})

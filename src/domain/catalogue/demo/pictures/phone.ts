import { group, inside, line, path, rect, tint } from './kit.ts'

/** A phone that shows a ticket: a picture above, a perforation, the code below. */
export function phone(colour: string, picture: readonly string[], turn = -4): string {
  const code = ['M-70 176 H70', 'M-70 198 H70', 'M-70 220 H70']
  const ticket = 'M-104 -196 H104 V96 a20 20 0 0 0 0 40 V244 H-104 V136 a20 20 0 0 0 0 -40 Z'
  return group(
    `translate(505 510) rotate(${turn})`,
    rect(-152, -296, 320, 608, '#2e2038', 50, { opacity: 0.16 }),
    rect(-160, -306, 320, 608, '#3b3350', 50),
    rect(-160, -306, 150, 608, '#4a4162', 50),
    rect(-142, -286, 284, 568, tint(colour, 0.5), 36),
    rect(-44, -276, 88, 18, '#3b3350', 9),
    path(ticket, '#fffaf2'),
    inside('voucher-ticket', ticket, rect(-110, -200, 220, 230, tint(colour, 0.72)), ...picture),
    line('M-76 116 H76', tint(colour, 0.2), 4, { 'stroke-dasharray': '4 12' }),
    ...code.map((d, at) =>
      line(d, '#3b3350', 15, { 'stroke-dasharray': codes[at] ?? '', 'stroke-linecap': 'butt' }),
    ),
  )
}

/** The bars under the perforation: no code that a reader would take, only the look of one. */
const codes = ['16 6 6 10 24 8', '8 10 20 6 6 12', '24 8 8 6 14 10']

import type { Scene } from './frame.ts'
import { group, line, path, rect, shade, shadow, tint } from './kit.ts'
import { lettering, letteringWidth } from './lettering.ts'
import { phone } from './phone.ts'

/** A voucher to be spent on books: its value on a phone, a stack to dream of beside it. */
export function bookVoucher({
  value,
  books,
  colour,
}: {
  value: string
  books: number
  colour: string
}): Scene {
  const width = letteringWidth(value, 58, 13)
  const screen = [
    group('translate(0 -84) scale(1.2)', openBook(colour)),
    lettering(value, -width / 2, 42, 58, shade(colour, 0.45), 13),
  ]
  return {
    wall: '#e1ecee',
    ground: 'table',
    parts: [
      shadow(320, 826, 240, 22),
      ...stack(books),
      shadow(700, 830, 170, 20),
      group('translate(206 14)', phone(colour, screen, 5)),
    ],
    sides: [
      group('translate(-620 0)', ...stack(2)),
      rect(1150, 250, 170, 12, shade('#e1ecee', 0.18), 6),
      ...shelf(),
    ],
  }
}

function openBook(colour: string): string {
  return [
    path('M-72 -34 Q-36 -52 0 -30 Q36 -52 72 -34 V38 Q36 20 0 42 Q-36 20 -72 38 Z', colour),
    path('M-64 -40 Q-34 -56 0 -34 V34 Q-34 14 -64 30 Z', '#fffaf2'),
    path('M64 -40 Q34 -56 0 -34 V34 Q34 14 64 30 Z', '#f1e6d2'),
    line(
      'M-50 -22 Q-30 -30 -14 -20 M-50 -2 Q-30 -10 -14 0 M50 -22 Q30 -30 14 -20 M50 -2 Q30 -10 14 0',
      tint(colour, 0.3),
      5,
    ),
  ].join('')
}

const spines = ['#4f7f8f', '#d9795d', '#e6b450', '#7b6a9c', '#6c9a78', '#c86f7f']

function stack(count: number): string[] {
  return Array.from({ length: count }, (_, at) => {
    const colour = spines[at % spines.length] ?? '#4f7f8f'
    const width = 380 - (at % 3) * 36
    const x = 118 + ((at * 29) % 46)
    const y = 812 - (at + 1) * 74
    return [
      rect(x, y, width, 74, shade(colour, 0.12), 12),
      rect(x, y, width, 58, colour, 12),
      rect(x + width - 54, y + 10, 54, 54, '#f7efdf', 4),
      line(`M${x + width - 50} ${y + 28} h46 M${x + width - 50} ${y + 44} h46`, '#dccfb8', 3),
      rect(x + 36, y, 14, 74, tint(colour, 0.5)),
      rect(x + 60, y, 6, 74, tint(colour, 0.5)),
      line(`M${x + 110} ${y + 37} h${width - 230}`, tint(colour, 0.45), 9),
    ].join('')
  })
}

function shelf(): string[] {
  const tone = shade('#e1ecee', 0.1)
  return [
    rect(1166, 150, 26, 100, tone, 4),
    rect(1198, 130, 34, 120, shade(tone, 0.08), 4),
    rect(1238, 160, 24, 90, tone, 4),
    rect(1268, 142, 30, 108, shade(tone, 0.05), 4),
  ]
}

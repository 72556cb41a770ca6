/** The mark of Larkfield, the company of the demo account: a lark over its fields, and the name. */
import { drawingOf } from './frame.ts'
import { circle, group, inside, line, path } from './kit.ts'
import { lettering } from './lettering.ts'

const [green, gold, ink] = ['#2f6b57', '#f0b94b', '#24433a'] as const

export function logo(): string {
  return drawingOf('Larkfield', 760, 200, '0 0 760 200', [
    group('translate(20 10)', mark()),
    lettering('Larkfield', 226, 42, 108, ink, 12),
  ])
}

function mark(): string {
  const disc = 'M90 0 A90 90 0 1 1 89.9 0 Z'
  return inside(
    'logo-disc',
    disc,
    path(disc, '#fbe7bd'),
    circle(128, 62, 26, gold),
    path('M-10 118 Q60 84 190 120 V190 H-10 Z', '#7fae83'),
    path('M-10 140 Q90 104 190 150 V190 H-10 Z', green),
    line('M20 190 Q60 150 92 130 M70 190 Q90 156 104 131 M126 190 Q120 156 116 132', '#5a9479', 5),
    path('M26 66 L44 74 C50 50 72 46 88 62 L132 40 C124 74 104 96 76 96 C58 96 48 88 44 78 Z', ink),
    path('M62 70 C76 40 102 22 130 18 C126 48 108 72 82 82 Z', green),
    circle(51, 68, 3.6, '#ffffff'),
  )
}

import type { Scene } from './frame.ts'
import { group, inside, leafAt, line, oval, path, rect, shade, shadow, tint } from './kit.ts'

interface Bottle {
  x: number
  top: number
  oil: string
  label: string
  mark: 'olive' | 'lemon' | 'chilli'
}

/** Three bottles: plain, lemon and chilli; a branch in front of them. */
export function oil(): Scene {
  return {
    wall: '#eef0dc',
    ground: 'table',
    parts: [
      shadow(510, 816, 370, 28),
      ...bottle({ x: 270, top: 300, oil: '#d9b63a', label: '#fbf3da', mark: 'lemon' }),
      ...bottle({ x: 730, top: 300, oil: '#c8713a', label: '#fbeadb', mark: 'chilli' }),
      ...bottle({ x: 500, top: 200, oil: '#7d8f3a', label: '#f6f3df', mark: 'olive' }),
      ...branch(620, 880),
    ],
    sides: [...branch(-160, 880), ...branch(1190, 890)],
  }
}

function bottle({ x, top, oil, label, mark }: Bottle): string[] {
  const shoulder = top + 210
  const glass = `M${x - 26} ${top + 60} V${top + 130} C${x - 26} ${shoulder - 30} ${x - 86} ${shoulder - 30} ${x - 86} ${shoulder + 40} V784 Q${x - 86} 808 ${x - 62} 808 H${x + 62} Q${x + 86} 808 ${x + 86} 784 V${shoulder + 40} C${x + 86} ${shoulder - 30} ${x + 26} ${shoulder - 30} ${x + 26} ${top + 130} V${top + 60} Z`
  return [
    rect(x - 20, top - 14, 40, 70, '#c99a68', 8),
    rect(x + 2, top - 14, 18, 70, shade('#c99a68', 0.16), 8),
    inside(
      `oil-${mark}`,
      glass,
      path(glass, tint(oil, 0.42)),
      rect(x - 100, top + 130, 200, 700, oil),
      path(`M${x + 30} ${top} V830 H${x + 100} V${top} Z`, shade(oil, 0.3), { opacity: 0.5 }),
      line(`M${x - 62} ${shoulder + 36} V776`, '#ffffff', 14, { opacity: 0.4 }),
      line(`M${x - 12} ${top + 70} V${top + 140}`, '#ffffff', 9, { opacity: 0.5 }),
    ),
    rect(x - 32, top + 46, 64, 26, shade(oil, 0.35), 8),
    rect(x - 86, 590, 172, 158, label),
    rect(x + 40, 590, 46, 158, shade(label, 0.09)),
    rect(x - 86, 590, 172, 12, shade(oil, 0.12)),
    rect(x - 86, 736, 172, 12, shade(oil, 0.12)),
    group(`translate(${x} 660)`, ...marks[mark]),
    line(`M${x - 34} 714 H${x + 34}`, shade(oil, 0.25), 6),
  ]
}

const marks: Readonly<Record<Bottle['mark'], readonly string[]>> = {
  olive: [
    leafAt(0, 0, -150, 52, 20, '#7d8f3a'),
    leafAt(0, 0, -30, 52, 20, '#94a64c'),
    oval(0, 14, 17, 22, '#5b6b2c'),
    oval(-5, 8, 5, 8, '#94a64c'),
  ],
  lemon: [
    leafAt(8, -18, -40, 40, 16, '#7d9a4a'),
    path('M-40 6 Q-30 -28 0 -26 Q30 -28 40 6 Q30 36 0 34 Q-30 36 -40 6 Z', '#f0c93e'),
    path('M0 34 Q30 36 40 6 Q32 -10 26 -18 Q26 20 0 34 Z', '#dcae2b'),
    line('M-20 -6 Q-12 -16 0 -16', '#fff4c2', 6),
  ],
  chilli: [
    path('M-34 -20 Q-30 -34 -14 -30 C10 -22 34 4 42 36 C10 34 -30 12 -34 -20 Z', '#cf4431'),
    path('M-14 -30 C10 -22 34 4 42 36 C24 20 4 -4 -22 -14 Z', '#e4664c'),
    line('M-26 -28 q-12 -8 -12 -20', '#6d8a45', 8),
  ],
}

function branch(x: number, y: number): string[] {
  return [
    line(`M${x - 130} ${y + 6} Q${x} ${y - 26} ${x + 140} ${y - 4}`, '#7a6a3c', 7),
    leafAt(x - 70, y - 6, -140, 76, 24, '#8ea056'),
    leafAt(x - 30, y - 10, -40, 84, 24, '#9fb068'),
    leafAt(x + 60, y - 12, -30, 84, 24, '#8ea056'),
    leafAt(x + 20, y - 8, 28, 76, 22, '#7d8f3a'),
    oval(x - 74, y + 16, 22, 27, '#5b6b2c'),
    oval(x - 81, y + 8, 6, 10, '#94a64c'),
    oval(x + 104, y + 14, 22, 26, '#6f4a63'),
    oval(x + 97, y + 6, 6, 9, '#a87f9b'),
  ]
}

import type { Scene } from './frame.ts'
import { circle, dots, inside, line, oval, path, shade, shadow, tint } from './kit.ts'

const body =
  'M280 330 C282 480 288 630 304 712 Q314 776 380 780 H560 Q626 776 636 712 C652 630 658 480 660 330 Z'
const stoneware = '#d8bf9f'

/** A stoneware mug of tea, dipped in glaze, on a cork coaster. */
export function mug({ glaze }: { glaze: string }): Scene {
  const dip =
    'M240 280 H700 V640 q-28 40 -62 6 q-28 -26 -56 16 q-36 46 -72 2 q-30 -36 -62 6 q-32 38 -66 -4 q-30 -36 -60 6 q-38 36 -82 -22 Z'
  return {
    wall: '#f6e7d9',
    ground: 'table',
    parts: [
      shadow(510, 806, 300, 30),
      oval(470, 800, 236, 36, '#b98d5f'),
      oval(470, 790, 236, 36, '#d1a878'),
      line('M640 412 C800 384 806 648 632 646', shade(glaze, 0.2), 50),
      line('M640 404 C790 380 796 636 632 634', shade(glaze, 0.08), 40),
      inside(
        'mug-body',
        body,
        path(body, stoneware),
        path(dip, shade(glaze, 0.22), { transform: 'translate(0 9)' }),
        path(dip, glaze),
        dots('M310 420 L640 470 M300 500 L650 560 M320 590 L640 600', shade(glaze, 0.32), 6, 43, {
          opacity: 0.55,
        }),
        dots('M300 460 L650 510 M310 550 L640 540', tint(glaze, 0.6), 5, 57, { opacity: 0.7 }),
        path('M560 300 C600 480 580 680 530 800 H720 V300 Z', '#2e2038', { opacity: 0.12 }),
        line('M322 410 C326 500 332 580 344 650', '#ffffff', 20, { opacity: 0.38 }),
      ),
      oval(470, 330, 190, 46, tint(glaze, 0.4)),
      oval(470, 333, 170, 37, shade(glaze, 0.3)),
      oval(470, 344, 154, 27, '#a4602c'),
      oval(440, 340, 84, 11, '#c98845'),
      ...[
        'M400 262 c-34 -42 32 -66 0 -116',
        'M474 248 c-36 -48 34 -76 0 -134',
        'M548 262 c-34 -42 32 -66 0 -116',
      ].map((steam) => line(steam, '#ffffff', 15, { opacity: 0.85 })),
      oval(800, 812, 74, 20, '#c98f55'),
      oval(800, 802, 74, 20, '#e0ab6c'),
      ...[770, 800, 830].map((x, at) => circle(x, 800 + (at % 2) * 6, 6, '#6b3f2a')),
    ],
    sides: [oval(-190, 830, 74, 20, '#c98f55'), oval(-190, 818, 74, 20, '#e0ab6c')],
  }
}
